import { expect, test } from 'vitest';
import { parseRegions } from '#shared/regions/regionTable.ts';
import { niceTicks } from '#web/tools/analytics/BarPlot.tsx';
import { namedHours } from '#web/tools/analytics/BinFigure.tsx';
import { csvOf, numberTexts, observedOf } from '#web/tools/analytics/PlotFigure.tsx';
import { scopeBox } from '#web/tools/analytics/scope.ts';

const HOUR_MS = 3_600_000;

test.each([
  [0, [0, 1]],
  [3.7, [0, 1, 2, 3, 4]],
  [100, [0, 25, 50, 75, 100]],
  [11.7, [0, 5, 10, 15]],
  [0.0021, [0, 0.001, 0.002, 0.003]],
  [91_000, [0, 25_000, 50_000, 75_000, 100_000]],
])('an axis up to %f has round numbers', (most, ticks) => {
  expect(niceTicks(most)).toEqual(ticks);
});

test('a file has the names of its columns, quotes where they are needed, and points in its numbers', () => {
  const cell = (value: string | number) => ({ shown: 'as shown', value });
  const table = {
    columns: [
      { key: 'region', label: 'Област' },
      { key: 'strokes', label: 'Разряди' },
    ],
    rows: [
      [cell('Sofia, "City"'), cell(1.5)],
      [cell('Varna'), cell('')],
    ],
  };
  expect(csvOf(table)).toBe('region,strokes\r\n"Sofia, ""City""",1.5\r\nVarna,\r\n');
});

test('observed time is never rounded up to all of it', () => {
  const texts = numberTexts('en');
  expect(observedOf({ observedMs: 13.99 * 24 * HOUR_MS, lengthMs: 14 * 24 * HOUR_MS }, texts, 'days')).toEqual({
    observed: '13.9',
    length: '14',
  });
  expect(observedOf({ observedMs: 13.6 * 24 * HOUR_MS, lengthMs: 14 * 24 * HOUR_MS }, texts, 'days').observed).toBe(
    '13.6',
  );
  expect(numberTexts('bg').tenths(1.25)).toBe('1,2');
});

test('beside an hour of the day stands what it is in UTC, both where summer time ends in between', () => {
  const fromMs = Date.parse('2026-10-23T21:00:00Z');
  const hours = namedHours({ fromMs, toMs: fromMs + 73 * HOUR_MS, strikes: new Map(), unread: [] });
  expect(hours[12]).toMatchObject({ name: '12:00', utc: '09:00 / 10:00' });
  const winter = namedHours({
    fromMs: fromMs + 49 * HOUR_MS,
    toMs: fromMs + 73 * HOUR_MS,
    strikes: new Map(),
    unread: [],
  });
  expect(winter[0]).toMatchObject({ name: '00:00', utc: '22:00' });
});

test('a place is counted in its box as far as that is watched; a region waits for the table', () => {
  const home = { west: 13, south: 34, east: 31, north: 48 };
  const place = (latitude: number, longitude: number) =>
    ({ kind: 'place', latitude, longitude, radiusKm: 25, name: '' }) as const;
  expect(scopeBox({ kind: 'home' }, home, undefined)).toEqual({ kind: 'box', box: home });
  expect(scopeBox(place(42.15, 24.75), home, undefined)).toEqual({
    kind: 'box',
    box: { west: 24.44, south: 41.92, east: 25.06, north: 42.38 },
  });
  expect(scopeBox(place(47.9, 24.75), home, undefined)).toMatchObject({ box: { north: 48 } });
  expect(scopeBox(place(52, 10), home, undefined)).toEqual({ kind: 'outside' });
  const region = { kind: 'region', code: 'BG.x' } as const;
  expect(scopeBox(region, home, undefined)).toEqual({ kind: 'waiting' });
  const table = parseRegions({
    zoom: 12,
    west: 2330,
    north: 1510,
    width: 2,
    regions: ['BG.x\tBG\tX\tX\tX'],
    rows: ['0,1'],
  });
  expect(scopeBox(region, home, table)).toMatchObject({ kind: 'box', box: { west: 24.87 } });
  expect(scopeBox({ kind: 'region', code: 'BG.y' }, home, table)).toEqual({ kind: 'unknown' });
});
