import { describe, expect, test } from 'vitest';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import { tileAt, tileBounds } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { hoursBefore } from '#web/sky/feed/TileCoverage.ts';
import { drawnAs, tileCounts, tileCrowds } from '#web/sky/past/tileCrowds.ts';
import { crowdCellPx } from '#web/sky/strikes/Crowds.ts';

const HOUR = 500_000;
const SOFIA = tileAt(23.32, 42.7, 10);
const VARNA = tileAt(27.9, 43.2, 10);
const count = ({ x, y }: { x: number; y: number }, strikes: number) => ({ hour: 1, x, y, strikes });
const HOURS = [[count(SOFIA, 3)], [], [count(SOFIA, 9), count(VARNA, 1)]];

describe('counts of hours', () => {
  test('are those of the hours that hold any of the window', () => {
    const at = HOUR * HOUR_MS;
    expect(hoursBefore(at, HOUR_MS)).toEqual({ fromHour: HOUR - 1, toHour: HOUR });
    expect(hoursBefore(at + 1, HOUR_MS)).toEqual({ fromHour: HOUR - 1, toHour: HOUR + 1 });
    expect(hoursBefore(at + 600_000, 600_000)).toEqual({ fromHour: HOUR, toHour: HOUR + 1 });
  });

  test('[HI3] are drawn as one cell for each tile, in its middle and as wide, however few struck there', () => {
    const { crowds, scope } = tileCrowds(HOURS);
    const seen: { x: number; y: number; age: number; total: number }[] = [];
    crowds.each((x, y, age, total) => seen.push({ x, y, age, total }));
    expect(seen.map(({ age, total }) => [age, total])).toEqual([
      [2, 12],
      [2, 1],
    ]);
    const { west, east, north, south } = tileBounds(SOFIA);
    const [left, right] = [mercatorFixedX(west), mercatorFixedX(east)];
    const [top, bottom] = [mercatorFixedY(north), mercatorFixedY(south)];
    expect(Math.abs((seen[0]?.x ?? 0) - (left + right) / 2)).toBeLessThan(2);
    expect(Math.abs((seen[0]?.y ?? 0) - (top + bottom) / 2)).toBeLessThan(2);
    expect(crowdCellPx(6, scope.level)).toBeCloseTo((512 * 2 ** 6) / 1_024, 9);
    expect(crowds.at(0, 0)).toBeUndefined();
  });

  test('are told hour by hour, of the tiles in view', () => {
    const told = tileCounts(HOURS, { west: 22, south: 42, east: 25, north: 43 }, { fromHour: HOUR, toHour: HOUR + 3 });
    expect(told).toEqual({ total: 12, newestMs: null, barsFromMs: HOUR * HOUR_MS, barMs: HOUR_MS, bars: [3, 0, 9] });
    const all = tileCounts(HOURS, { west: 13, south: 34, east: 31, north: 48 }, { fromHour: HOUR, toHour: HOUR + 3 });
    expect(all.bars).toEqual([3, 0, 10]);
  });
});

describe('a window of the past is drawn', () => {
  const box = { west: 13, south: 34, east: 31, north: 48 };
  const still = { box, windowMs: HOUR_MS, playing: false, rateMs: 600_000, complete: true };
  test.each([
    ['as strikes once all are held', {}, 'strikes'],
    ['as counts until then', { complete: false }, 'either'],
    ['as strikes if it is shorter than an hour', { complete: false, windowMs: 600_000 }, 'strikes'],
    ['as strikes while it plays slowly', { playing: true }, 'strikes'],
    ['as counts at 6 h a second', { playing: true, rateMs: 6 * HOUR_MS }, 'counts'],
    ['as counts while a window of 6 h plays', { playing: true, windowMs: 6 * HOUR_MS }, 'counts'],
    [
      'as strikes where the view is hardly wider than tiles',
      { playing: true, rateMs: 6 * HOUR_MS, box: { ...box, east: 16 } },
      'strikes',
    ],
    ['as strikes before there is a view', { complete: false, box: undefined }, 'strikes'],
  ] as const)('%s', (_, change, expected) => {
    expect(drawnAs({ ...still, ...change })).toBe(expected);
  });
});
