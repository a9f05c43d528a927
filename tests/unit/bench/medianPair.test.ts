import { describe, expect, test } from 'vitest';
import { medianPair } from '#tests/bench/medianPair.ts';

describe('the median pair', () => {
  test('is the one whose ratio is in the middle, however much both of its sides are off', () => {
    const pairs = [
      { ours: 11, baseline: 10 },
      { ours: 60, baseline: 50 },
      { ours: 20, baseline: 10 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 60, baseline: 50 });
  });

  test('takes a baseline of nothing or less for the worst', () => {
    const pairs = [
      { ours: 5, baseline: -1 },
      { ours: 12, baseline: 10 },
      { ours: 5, baseline: 0 },
      { ours: 11, baseline: 10 },
      { ours: 10, baseline: 10 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 12, baseline: 10 });
  });

  test('is the worse one of two in the middle', () => {
    const pairs = [
      { ours: 1, baseline: 1 },
      { ours: 2, baseline: 1 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 2, baseline: 1 });
  });
});
