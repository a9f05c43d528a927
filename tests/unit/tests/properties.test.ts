import { describe, expect, test } from 'vitest';
import { checkProperties, FUZZ_PROPERTIES } from '#tests/fuzz/properties.ts';

const SEED = 20_261_120;
const RUNS = 150;

describe('what must hold whatever is thrown at it', async () => {
  const verdicts = await checkProperties(SEED, RUNS);
  for (const { name } of FUZZ_PROPERTIES) {
    test(name, () => {
      const verdict = verdicts.find((each) => each.name === name);
      expect(verdict).toEqual({ name, runs: RUNS, counterexample: undefined });
    });
  }
});
