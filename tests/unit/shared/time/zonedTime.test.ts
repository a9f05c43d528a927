import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, isDay } from '#shared/time/utcDay.ts';
import { isTimeZone, zonedDay, zonedDayStartMs, zonedInstants, zonedIso, zonedMinute } from '#shared/time/zonedTime.ts';

const HOUR_MS = 3_600_000;
const ZONES = ['Europe/Sofia', 'Europe/Athens', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Africa/Cairo'];

test('an instant is written by the clocks of its zone, with their offset and its milliseconds', () => {
  const atMs = Date.parse('2026-07-01T11:03:22.007Z');
  expect(zonedIso(atMs, 'Europe/Sofia')).toBe('2026-07-01T14:03:22.007+03:00');
  expect(zonedIso(atMs, 'UTC')).toBe('2026-07-01T11:03:22.007+00:00');
  expect(zonedIso(atMs, 'America/St_Johns')).toBe('2026-07-01T08:33:22.007-02:30');
  expect(zonedIso(-1, 'UTC')).toBe('1969-12-31T23:59:59.999+00:00');
});

test('the day on which clocks change has 23 or 25 hours, and every other has 24', () => {
  const hours = (day: string) =>
    (zonedDayStartMs(dayAfter(day, 1), 'Europe/Sofia') - zonedDayStartMs(day, 'Europe/Sofia')) / HOUR_MS;
  expect(['2026-03-28', '2026-03-29', '2026-03-30'].map(hours)).toEqual([24, 23, 24]);
  expect(['2026-10-24', '2026-10-25', '2026-10-26'].map(hours)).toEqual([24, 25, 24]);
});

test('a day begins at its first instant, wherever, also where clocks skip midnight', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...ZONES), (days, zone) => {
      const day = dayAfter('1990-01-01', days);
      const startMs = zonedDayStartMs(day, zone);
      expect(zonedDay(startMs, zone)).toBe(day);
      expect(zonedDay(startMs - 1, zone)).toBe(dayAfter(day, -1));
      expect(Date.parse(zonedIso(startMs, zone))).toBe(startMs);
    }),
  ));

test('a minute on the clocks is the instants at which they show it: one, two where they go back, none where they skip it', () => {
  const at = (text: string, zone = 'Europe/Sofia') =>
    zonedInstants(text, zone)?.map((atMs) => new Date(atMs).toISOString().slice(0, 16));
  expect(at('2026-10-25T03:30')).toEqual(['2026-10-25T00:30', '2026-10-25T01:30']);
  expect(at('2026-10-25T02:59')).toEqual(['2026-10-24T23:59']);
  expect(at('2026-10-25T04:00')).toEqual(['2026-10-25T02:00']);
  expect([at('2026-03-29T03:00'), at('2026-03-29T03:59')]).toEqual([[], []]);
  expect(at('2026-03-29T04:00')).toEqual(['2026-03-29T01:00']);
  expect(at('2026-07-01T14:05:59')).toEqual(['2026-07-01T11:05']);
  expect(at('2026-11-01T01:30', 'America/St_Johns')).toEqual(['2026-11-01T04:00', '2026-11-01T05:00']);
  expect(['2026-02-30T10:00', '2026-07-01', 'tomorrow', ''].map((text) => at(text))).toEqual(Array(4).fill(undefined));
});

test('every instant is among those of the minute that the clocks show then, wherever', () =>
  fc.assert(
    fc.property(fc.integer({ min: 631_152_000, max: 4_000_000_000 }), fc.constantFrom(...ZONES), (seconds, zone) => {
      const atMs = Math.floor(seconds / 60) * 60_000;
      expect(zonedInstants(zonedMinute(atMs, zone), zone)).toContain(atMs);
    }),
  ));

test('days and zones that do not exist are none', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '', '2026-01-01T00:00'].some(isDay)).toBe(false);
  expect(isDay('2028-02-29')).toBe(true);
  expect(['Europe/Sofia', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
