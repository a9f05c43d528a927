import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { promises, promisesText, protocolRules, rulesIn } from './promises.ts';

describe('the rules of the protocols', () => {
  test('each stand in the title of a test, and no test names a rule that is not there', async () => {
    const rules = new Set(await protocolRules());
    const named = new Set((await promises()).flatMap(({ title }) => rulesIn(title)));
    expect(rules.size).toBeGreaterThan(25);
    expect([...rules].filter((rule) => !named.has(rule))).toEqual([]);
    expect([...named].filter((rule) => !rules.has(rule))).toEqual([]);
  });
});

test('tests/README.md lists the tests that there are: `npm run promises` after a change', async () => {
  expect(await readFile(join(projectRoot, 'tests/README.md'), 'utf8')).toBe(await promisesText());
});
