import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { outlinedArea } from '#web/sky/strikes/outlinedArea.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const T = 30_000_000 * 60_000;
/** Some 80 km wide and 11 km high. */
const PLAIN = [
  [24, 42],
  [25, 42],
  [25, 42.1],
  [24, 42.1],
  [24, 42],
] as const;

test('of an outlined area the strikes are told by their distance from its edge, 0 within, and none beyond its reach', () => {
  const strikes = new StrikeStore({ capacity: 16, maxAgeMs: 86_400_000, epochMs: T });
  const fallen: readonly (readonly [minutesAgo: number, latitude: number, longitude: number])[] = [
    [2, 42.25, 24.5],
    [3, 42.05, 24.98],
    [1, 43, 24.5],
    [15, 42.2, 24.5],
    [70, 42.05, 24.5],
  ];
  const rows = fallen.map(([ago, latitude, longitude], row) =>
    aStrike(row + 1, { latitude, longitude, atMs: T - ago * 60_000 }),
  );
  strikes.append(strikesToColumns(rows), T);
  const area = outlinedArea({ type: 'Polygon', coordinates: [PLAIN] }, 30);
  const told = area.told(strikes, { endMs: T, askedMs: 60 * 60_000, toMs: T, withinKm: area.withinKm });
  expect([told.near?.ordinal, told.last?.ordinal, told.trend]).toEqual([2, 1, 'closer']);
  expect(area.kmTo({ latitude: 42.05, longitude: 24.98 })).toBe(0);
});
