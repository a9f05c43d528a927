import { expect, test } from 'vitest';
import { dayAfter } from '#shared/time/utcDay.ts';
import {
  dayBins,
  type HourCounts,
  hourOfDayBins,
  joinedCounts,
  monthBins,
  observedMs,
  totalOf,
} from '#web/tools/analytics/HourCounts.ts';
import { daysBetween, localDayStartMs, localTime } from '#web/tools/analytics/localTime.ts';

const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Every hour has one strike. */
function counts(first: string, days: number, unread: HourCounts['unread'] = []): HourCounts {
  const [fromMs, toMs] = [localDayStartMs(first), localDayStartMs(dayAfter(first, days))];
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, index) => fromMs + index * HOUR_MS);
  return { fromMs, toMs, strikes: new Map(hours.map((hourMs) => [hourMs, 1])), unread };
}

test('a local day begins at 22:00 UTC in winter, at 21:00 in summer, and on days of change where the clocks stand then', () => {
  expect(iso(localDayStartMs('2026-11-08'))).toBe('2026-11-07T22:00:00.000Z');
  expect(iso(localDayStartMs('2026-07-08'))).toBe('2026-07-07T21:00:00.000Z');
  // Clocks go on at 03:00 on 29 March 2026, and back at 04:00 on 25 October.
  expect(iso(localDayStartMs('2026-03-29'))).toBe('2026-03-28T22:00:00.000Z');
  expect(iso(localDayStartMs('2026-03-30'))).toBe('2026-03-29T21:00:00.000Z');
  expect(iso(localDayStartMs('2026-10-25'))).toBe('2026-10-24T21:00:00.000Z');
  expect(iso(localDayStartMs('2026-10-26'))).toBe('2026-10-25T22:00:00.000Z');
  for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day)) {
    expect(localTime(localDayStartMs(day))).toEqual({ day, hour: 0 });
    expect(localTime(localDayStartMs(day) - 1).day).toBe(dayAfter(day, -1));
  }
});

test('hours are put to their local days: 25 on the day on which summer time ends, 23 where it begins', () => {
  const autumn = dayBins(counts('2026-10-24', 3));
  expect(autumn.map(({ key, strikes }) => [key, strikes])).toEqual([
    ['2026-10-24', 24],
    ['2026-10-25', 25],
    ['2026-10-26', 24],
  ]);
  expect(dayBins(counts('2026-03-29', 1))).toEqual([
    { key: '2026-03-29', strikes: 23, lengthMs: 23 * HOUR_MS, observedMs: 23 * HOUR_MS },
  ]);
});

test('by hour of the day, the hour that comes twice has more time and not a higher rate', () => {
  const hours = hourOfDayBins(counts('2026-10-25', 1));
  expect(hours).toHaveLength(24);
  expect(hours[3]).toEqual({ key: '3', strikes: 2, lengthMs: 2 * HOUR_MS, observedMs: 2 * HOUR_MS });
  expect(hourOfDayBins(counts('2026-03-29', 1))[3]).toEqual({ key: '3', strikes: 0, lengthMs: 0, observedMs: 0 });
});

test('by month, as far as the time reaches', () => {
  expect(monthBins(counts('2026-09-29', 33)).map(({ key, strikes }) => [key, strikes])).toEqual([
    ['2026-09', 48],
    ['2026-10', 31 * 24 + 1],
  ]);
});

test('time that was not read, or of which nothing was told, is not observed; it never is a zero', () => {
  const fromMs = localDayStartMs('2026-11-08');
  const gap = [fromMs + 6 * HOUR_MS, fromMs + 15.6 * HOUR_MS] as const;
  const whole = counts('2026-11-08', 2, [gap]);
  expect(observedMs(whole) / HOUR_MS).toBeCloseTo(38.4, 10);
  expect(dayBins(whole).map((bin) => bin.observedMs / HOUR_MS)).toEqual([expect.closeTo(14.4, 10), 24]);
  const untold = { ...whole, strikes: new Map([...whole.strikes].slice(24)) };
  expect(dayBins(untold)[0]).toEqual({ key: '2026-11-08', strikes: 0, lengthMs: 24 * HOUR_MS, observedMs: 0 });
  expect(totalOf(untold)).toMatchObject({ strikes: 24, observedMs: 24 * HOUR_MS, lengthMs: 48 * HOUR_MS });
});

test('the present hour is as long as it has lasted', () => {
  const { fromMs, strikes, unread } = counts('2026-11-08', 1);
  const now = { fromMs, toMs: fromMs + 2.5 * HOUR_MS, strikes, unread };
  expect(totalOf(now)).toMatchObject({ strikes: 3, lengthMs: 2.5 * HOUR_MS, observedMs: 2.5 * HOUR_MS });
});

test('pieces of a long time come together, with what was not read of each', () => {
  const [a, b] = [
    counts('2026-11-08', 1, [[localDayStartMs('2026-11-08') + HOUR_MS, localDayStartMs('2026-11-09')]]),
    counts('2026-11-09', 1),
  ];
  const joined = joinedCounts([a, { ...b, unread: [[b.fromMs, b.fromMs + HOUR_MS]] }]);
  expect(joined?.unread).toEqual([[a.fromMs + HOUR_MS, b.fromMs + HOUR_MS]]);
  expect(joined?.strikes.size).toBe(48);
  expect(joinedCounts([])).toBeUndefined();
});

test('days of the calendar are counted from one to another', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(3);
});
