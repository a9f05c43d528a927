import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { boxCounted, sizeOf } from '#worker/places/placeCounts.ts';
import { dayBars, fortnightBars, hourBars } from '#worker/places/plots.ts';
import { aSky, MINUTE_MS, NOW, northOf, PLOVDIV, someCounts } from './aPlacePage.ts';

test('the hour’s bars count the strikes of the area by five minutes, up to now', () => {
  const bars = hourBars(
    aSky({}, [northOf(1, 5), northOf(4, 5), northOf(58, 5), northOf(61, 5), northOf(1, 90)]),
    boxCounted(PLOVDIV),
  );
  expect(bars.map(({ strikes }) => strikes)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(bars.some(({ isUnread }) => isUnread)).toBe(false);
});

test('what a dead feed did not read is no zero', () => {
  const bars = hourBars(aSky({ feed: { state: 'down', lastSuccessMs: NOW - 12 * MINUTE_MS } }), boxCounted(PLOVDIV));
  expect(bars.map(({ isUnread }) => isUnread)).toEqual([...Array.from({ length: 9 }, () => false), true, true, true]);
});

test('a day is one of the place’s clock, also where clocks change', () => {
  // Summer time ends in Plovdiv on 25 October 2026: that day has 25 hours.
  const nowMs = Date.UTC(2026, 9, 26, 9, 30);
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 15 * 24 * HOUR_MS;
  const bars = fortnightBars(
    someCounts({ fromMs, byHour: Array.from({ length: 361 }, () => 1) }),
    'Europe/Sofia',
    nowMs,
  );
  expect(bars).toHaveLength(14);
  expect(bars.slice(-3).map(({ strikes }) => strikes)).toEqual([24, 25, 12]);
});

test('the day is the last 24 hours, the present one among them', () => {
  const byHour = Array.from({ length: 361 }, (_, hour) => hour);
  const bars = dayBars(someCounts({ byHour, unread: [[NOW - 90 * MINUTE_MS, NOW - 80 * MINUTE_MS]] }), NOW);
  expect(bars.map(({ strikes }) => strikes)).toEqual(byHour.slice(-24));
  expect(bars.flatMap(({ isUnread }, index) => (isUnread ? [index] : []))).toEqual([21]);
});

test('the area that is counted holds the place and some 15 km around it', () => {
  const { width, height } = sizeOf(boxCounted(PLOVDIV));
  expect([width, height].every((km) => km >= 30 && km <= 100)).toBe(true);
});
