import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

const { installDependencies } = await import(join(projectRoot, 'worker/dev/local/install/installDependencies.mjs'));

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lightning-install-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

/** Has real npm install `packages`, each from `registry`. Returns whether that worked, what was said, and how long it took. */
async function install(registry: string, packages: readonly string[]) {
  const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
  const locked = packages.map((name) => [
    `node_modules/${name}`,
    { version: '1.0.0', resolved: `${registry}${name}/-/${name}-1.0.0.tgz`, integrity: 'sha512-AAAA' },
  ]);
  const lock = {
    name: 'a',
    lockfileVersion: 3,
    packages: { '': { name: 'a', dependencies }, ...Object.fromEntries(locked) },
  };
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'a', dependencies }));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  // npm's own environment outranks every file, and the tests may run within npm.
  vi.stubEnv('npm_config_registry', registry);
  vi.stubEnv('npm_config_cache', join(root, 'cache'));
  const run = async (command: string, args: string[]) => {
    const child = spawn(command, args, { cwd: root, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return code;
  };
  const said: string[] = [];
  const startedMs = Date.now();
  const worked = await installDependencies(root, run, (line: string) => said.push(line));
  return { worked, said: said.join('\n'), seconds: (Date.now() - startedMs) / 1000 };
}

test('an installation without network ends within 20 s and says what is wrong', async () => {
  const { worked, said, seconds } = await install(NOWHERE, ['not-in-the-cache']);
  expect(worked).toBe(false);
  expect(said).toContain('The npm registry cannot be reached (ECONNREFUSED)');
  expect(said).toContain('Connect to the network');
  expect(seconds).toBeLessThan(20);
});

test('an installation without network goes on with what npm has in its cache', async () => {
  expect((await install(NOWHERE, [])).worked).toBe(true);
});

test('a registry that knows no ping but answers is used', async () => {
  const { url, close } = await listenOnLoopback(0, (_, response) => response.writeHead(404).end());
  const { worked, said } = await install(`${url}/`, []);
  await close();
  expect(worked).toBe(true);
  expect(said).not.toContain('cannot be reached');
});
