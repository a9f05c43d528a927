import { expect, test } from 'vitest';
import { comparePeriods, poissonInterval, rateOf, wilsonInterval } from '#web/tools/analytics/comparison.ts';

const DAY_MS = 86_400_000;

test.each([
  // Garwood 1936, as tabulated in Ulm, Am. J. Epidemiol. 131 (1990), and in every set of tables since.
  [0, 0, 3.689],
  [1, 0.025, 5.572],
  [2, 0.242, 7.225],
  [3, 0.619, 8.767],
  [5, 1.623, 11.668],
  [10, 4.795, 18.39],
  [20, 12.217, 30.888],
  [50, 37.111, 65.919],
  [100, 81.364, 121.627],
])('a count of %i comes from a mean of %f to %f, as published', (count, low, high) => {
  const interval = poissonInterval(count);
  expect(interval[0]).toBeCloseTo(low, 2);
  expect(interval[1]).toBeCloseTo(high, 2);
});

test('beyond a hundred the ends go on without a step, and lie about two roots of the count away', () => {
  const [low, high] = poissonInterval(101);
  expect(low - poissonInterval(100)[0]).toBeCloseTo(0.91, 1);
  expect(high - poissonInterval(100)[1]).toBeCloseTo(1.1, 1);
  const [wideLow, wideHigh] = poissonInterval(1_000_000);
  expect(1_000_000 - wideLow).toBeCloseTo(1_959, -1);
  expect(wideHigh - 1_000_000).toBeCloseTo(1_962, -1);
});

test('about eighty counts are needed to know a rate to 20 %, as IEC 62858 has it', () => {
  const [low, high] = poissonInterval(80);
  expect(1 - low / 80).toBeCloseTo(0.2, 1);
  expect(high / 80 - 1).toBeLessThan(0.25);
});

test('a rate is per observed time, with its interval; of nothing observed there is none', () => {
  const rate = rateOf({ strikes: 10, observedMs: DAY_MS / 2 });
  expect(rate?.value).toBe(20);
  expect(rate?.interval[0]).toBeCloseTo(9.59, 2);
  expect(rateOf({ strikes: 3, observedMs: 0 })).toBeUndefined();
});

test('a share has the interval that Wilson gives it', () => {
  // Newcombe, Stat. Med. 17 (1998), table I: 81 of 263; 15 of 148; 0 of 20; 1 of 29.
  for (const [count, all, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    expect(wilsonInterval(count, all)[0]).toBeCloseTo(low, 3);
    expect(wilsonInterval(count, all)[1]).toBeCloseTo(high, 3);
  }
});

test('two periods are compared by what fell in their observed time, and what chance alone explains is said to be chance', () => {
  const week = (strikes: number, days = 7) => ({ strikes, observedMs: days * DAY_MS });
  expect(comparePeriods(week(52), week(48)).verdict).toBe('chance');
  expect(comparePeriods(week(520), week(400)).verdict).toBe('more');
  expect(comparePeriods(week(400), week(520)).verdict).toBe('less');
  const half = comparePeriods(week(100, 3.5), week(200));
  expect(half.verdict).toBe('chance');
  expect(half.ratio?.value).toBeCloseTo(1, 10);
  expect(comparePeriods(week(0), week(0)).verdict).toBe('none');
  expect(comparePeriods(week(9), week(9, 0)).verdict).toBe('unread');
  expect(comparePeriods(week(30), week(0))).toMatchObject({
    verdict: 'more',
    ratio: { value: Number.POSITIVE_INFINITY },
  });
  expect(comparePeriods(week(0), week(2)).verdict).toBe('chance');
});
