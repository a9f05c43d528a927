import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { billOfMaterials, type Lockfile } from '#worker/dev/local/billOfMaterials.ts';

const lock: Lockfile = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
const bill = billOfMaterials(lock, new Date('2026-11-21T12:00:00Z'));

interface Listed {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Listed>>;
}

/** What npm itself counts as production dependencies, as `name@version`; it reads the lock file only. */
function listedByNpm(): Set<string> {
  const args = ['ls', '--offline', '--package-lock-only', '--omit=dev', '--omit=optional', '--all', '--json'];
  const output = execFileSync('npm', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const names = new Set<string>();
  const visit = ({ dependencies = {} }: Listed): void => {
    for (const [name, listed] of Object.entries(dependencies)) {
      if (listed.version !== undefined) names.add(`${name}@${listed.version}`);
      visit(listed);
    }
  };
  visit(JSON.parse(output));
  return names;
}

/** Node, which runs the tools, and TypeScript, which npm lists by the names it is installed under. */
const ofTools = (name: string) => /^node-linux-|typescript/.test(name);

describe('the bill of materials', () => {
  test('names every production dependency that npm knows of, and no other', () => {
    const names = bill.components.map(({ name, version }) => `${name}@${version}`);
    const named = names.filter((name) => !ofTools(name));
    const expected = [...listedByNpm()].filter((name) => !ofTools(name));
    for (const name of ['maplibre-gl', 'react', 'hono', '@deck.gl/core']) expect(named.join()).toContain(name);
    expect([...new Set(named)].sort()).toEqual(expected.sort());
  });

  test('has the licence, the hash and the package address of each', () => {
    for (const { name, licenses, hashes, purl } of bill.components) {
      expect([name, purl]).toEqual([name, expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)]);
      expect([name, licenses]).toEqual([name, [{ expression: expect.any(String) }]]);
      expect([name, hashes]).toEqual([name, [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }]]);
    }
  });

  test('is a CycloneDX document whose references all lead somewhere', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    const refs = [bill.metadata.component['bom-ref'], ...bill.components.map((component) => component['bom-ref'])];
    for (const { ref, dependsOn } of bill.dependencies)
      for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
    expect(bill.dependencies[0]?.dependsOn).toHaveLength(Object.keys(lock.packages['']?.dependencies ?? {}).length);
  });
});
