import { describe, expect, test } from 'vitest';
import { promises, protocolRules, rulesIn } from './promises.ts';

describe('the rules of the protocols', () => {
  test('each stand in the title of a test, and no test names a rule that is not there', async () => {
    const rules = new Set(await protocolRules());
    const named = new Set((await promises()).flatMap(({ title }) => rulesIn(title)));
    expect(rules.size).toBeGreaterThan(25);
    expect([...rules].filter((rule) => !named.has(rule))).toEqual([]);
    expect([...named].filter((rule) => !rules.has(rule))).toEqual([]);
  });
});
