import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const { nodeFault } = await import(join(projectRoot, 'worker/dev/local/install/nodeFault.mjs'));

test.each([
  ['linux', 'x64', '2.36', '20.9.0'],
  ['linux', 'arm64', '2.36', '20.9.0'],
  ['darwin', 'arm64', undefined, '22.18.0'],
  ['win32', 'x64', undefined, '24.1.0'],
  ['linux', 'x64', undefined, '26.0.0'],
])('%s-%s with glibc %s runs the project from Node %s', (platform, arch, glibc, version) => {
  expect(nodeFault({ platform, arch, glibc, version })).toBeUndefined();
});

test.each([
  ['darwin', 'arm64', undefined, '20.20.2'],
  ['win32', 'x64', undefined, '22.17.1'],
  ['linux', 'x64', undefined, '20.20.2'],
  ['linux', 'riscv64', '2.36', '20.20.2'],
])('%s-%s with glibc %s and Node %s is told which Node it needs', (platform, arch, glibc, version) => {
  expect(nodeFault({ platform, arch, glibc, version })).toMatch(
    new RegExp(`^Node 22.18 or newer is needed on ${platform}-${arch}, and this is ${version}\\.`),
  );
});

test('.nvmrc names the Node that the installation brings, which would do on every machine', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const version = readFileSync(join(projectRoot, '.nvmrc'), 'utf8').trim();
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([version]);
  expect(nodeFault({ platform: 'darwin', arch: 'arm64', glibc: undefined, version })).toBeUndefined();
});
