import { expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { tileAt, tileBounds, tileRange } from '#shared/geo/tile.ts';
import written from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions } from '#shared/regions/regionTable.ts';
import { parseIntervals } from '#web/kit/http/archiveAnswers.ts';
import { areaKm2, classOf, densityClasses, gridCells, regionSums } from '#web/tools/analytics/density.ts';
import { tileKey, utcDays } from '#web/tools/analytics/loadDays.ts';

const table = parseRegions(written);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const keyAt = (longitude: number, latitude: number) => {
  const { x, y } = tileAt(longitude, latitude, 12);
  return tileKey(x, y);
};

test('a tile of zoom 12 has some 50 km² here, and the earth has its area', () => {
  const { z, x, y } = tileAt(23.32, 42.7, 12);
  expect(areaKm2(tileBounds({ z, x, y }))).toBeCloseTo(51.6, 0);
  expect(areaKm2({ west: -180, south: -90, east: 180, north: 90 }) / 1e6).toBeCloseTo(510.07, 1);
});

test('coarser cells hold the strikes of their tiles; at the edge, only the area that is watched counts', () => {
  const { x, y } = tileAt(23.32, 42.7, 10);
  const strikes = new Map([
    [tileKey(4 * x, 4 * y), 3],
    [tileKey(4 * x + 3, 4 * y + 3), 4],
    [keyAt(13.005, 45), 5],
  ]);
  const cells = gridCells(strikes, 10, HOME);
  const inside = cells.find((cell) => cell.x === x);
  expect(inside).toMatchObject({ y, strikes: 7 });
  expect(inside?.areaKm2).toBeCloseTo(areaKm2(tileBounds({ z: 10, x, y })), 6);
  const edge = tileAt(13.005, 45, 10);
  const cut = cells.find((cell) => cell.x === edge.x);
  expect(cut?.areaKm2).toBeLessThan(areaKm2(tileBounds(edge)));
  expect(sum(gridCells(strikes, 12, HOME).map((cell) => cell.strikes))).toBe(12);
});

test('every tile of home belongs to one region or to none, and areas are those of the atlas', () => {
  const sums = regionSums(new Map([[keyAt(24.75, 42.15), 9]]), table, HOME);
  expect(sum(sums.map(({ areaKm2: area }) => area))).toBeCloseTo(areaKm2(HOME), 0);
  const bulgaria = sums.filter(({ region }) => region !== undefined && table.regions[region]?.country === 'BG');
  expect(bulgaria).toHaveLength(28);
  // 110,994 km² and, for Crete, 8,450: what a tile of 7 km can tell of them.
  expect(sum(bulgaria.map(({ areaKm2: area }) => area)) / 110_994).toBeCloseTo(1, 1);
  const crete = sums.find(({ region }) => region !== undefined && table.regions[region]?.code === 'GR.crete');
  expect((crete?.areaKm2 ?? 0) / 8_450).toBeCloseTo(1, 1);
  const plovdiv = sums.find(({ strikes }) => strikes === 9);
  expect(table.regions[plovdiv?.region ?? -1]?.code).toBe('BG.plovdiv');
});

test.each([
  [23.32, 42.7, 'BG.sofia-city'],
  [27.9, 43.2, 'BG.varna'],
  [26.1, 44.43, 'RO.bucharest'],
  [20.46, 44.8, 'RS.belgrade'],
  [22.95, 40.65, 'GR.central-macedonia'],
  [21.43, 41.99, 'MK'],
  [19.82, 41.33, 'AL.tirana'],
  [16.44, 43.55, 'HR.split-dalmatia'],
  [29.3, 39.4, 'TR.kutahya'],
  [19, 40, undefined],
  [40, 42, undefined],
])('what falls at %f, %f falls in %s', (longitude, latitude, code) => {
  const { x, y } = tileAt(longitude, latitude, 12);
  const index = table.regionAt(x, y);
  expect(index === undefined ? undefined : table.regions[index]?.code).toBe(code);
});

test('every region has a code of its own, names in every language or none, and a box that holds its tiles', () => {
  expect(new Set(table.regions.map(({ code }) => code)).size).toBe(table.regions.length);
  for (const { code, en, ru, bg } of table.regions) {
    expect(code).toMatch(/^[A-Z]{2}(\.[a-z-]+)?$/);
    expect([en, ru, bg].every((name) => name === '') || [en, ru, bg].every((name) => name !== '')).toBe(true);
  }
  const range = tileRange(HOME, 12);
  for (let y = range.north; y <= range.south; y += 7) {
    for (let x = range.west; x <= range.east; x += 5) {
      const index = table.regionAt(x, y);
      const box = index === undefined ? undefined : table.regions[index]?.box;
      const tile = tileBounds({ z: 12, x, y });
      if (box) expect(tile.west >= box.west && tile.east <= box.east && tile.north <= box.north).toBe(true);
    }
  }
  expect(() => parseRegions({ ...written, zoom: 11 })).toThrow('no table of regions');
});

test('densities are drawn in five classes by thirds of a power of ten; one in twenty may lie far above the last', () => {
  expect(densityClasses([0.2, 0.1])).toEqual([0.001, 0.003, 0.01, 0.03, 0.1]);
  expect(densityClasses([20, ...Array.from({ length: 19 }, () => 0.2)])).toEqual([0.001, 0.003, 0.01, 0.03, 0.1]);
  expect(densityClasses([])).toEqual([0.0001, 0.0003, 0.001, 0.003, 0.01]);
  expect([0.0001, 0.001, 0.0031, 0.2, 5].map((density) => classOf(density, densityClasses([0.2])))).toEqual([
    0, 0, 1, 4, 4,
  ]);
});

test('days that were not read are not asked for; the present one is as long as it has lasted', () => {
  const at = (text: string) => Date.parse(text);
  const unread = [[at('2026-11-01T12:00Z'), at('2026-11-03T06:00Z')]] as const;
  const days = utcDays('2026-11-01', '2026-11-05', at('2026-11-04T06:00Z'), unread);
  expect(days.map(({ day, read }) => [day, read])).toEqual([
    ['2026-11-01', true],
    ['2026-11-02', false],
    ['2026-11-03', true],
    ['2026-11-04', true],
  ]);
  expect(days[3]).toMatchObject({ fromMs: at('2026-11-04T00:00Z'), toMs: at('2026-11-04T06:00Z') });
});

test('headers tell what was not read as intervals', () => {
  expect(parseIntervals('none')).toEqual([]);
  expect(
    parseIntervals(
      '1970-01-01T00:00:01.000Z/1970-01-01T00:00:02.000Z, 1970-01-01T00:00:03.000Z/1970-01-01T00:00:04.000Z',
    ),
  ).toEqual([
    [1_000, 2_000],
    [3_000, 4_000],
  ]);
});
