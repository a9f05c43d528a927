import { expect, test } from 'vitest';
import { tileAt, tileNumber } from '#shared/geo/tile.ts';
import written from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions, REGION_ZOOM, regionArea, regionTileNumber } from '#shared/regions/regionTable.ts';

const [WEST, NORTH] = [2330, 1510];
/** Two tiles of a region with one of another between them, in the middle of five by five. */
const table = parseRegions({
  ...{ zoom: REGION_ZOOM, west: WEST, north: NORTH, width: 5 },
  regions: ['BG.a\tBG\tA\tA\tA', 'BG.b\tBG\tB\tB\tB', 'MK\tMK\t\t\t'],
  rows: ['5*3', '5*3', '3,1,2,1,3', '5*3', '5*0'],
});

/** `#` for tiles of the area, by rows. */
function drawn(code: string): string[] {
  const numbers = new Set(regionArea(table, code)?.tiles.map(tileNumber));
  return Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 7 }, (__, column) =>
      numbers.has(tileNumber({ z: REGION_ZOOM, x: WEST - 1 + column, y: NORTH - 1 + row })) ? '#' : '.',
    ).join(''),
  );
}

test('a region is its tiles and those that touch them; a country all of its regions', () => {
  expect(drawn('BG.b')).toEqual(['.......', '.......', '..###..', '..###..', '..###..', '.......', '.......']);
  const bulgaria = ['.......', '.......', '.#####.', '.#####.', '.#####.', '.......', '.......'];
  expect(drawn('BG.a')).toEqual(bulgaria);
  expect(drawn('BG')).toEqual(bulgaria);
  // What is no region at the edge of the table is a neighbour too.
  expect(drawn('MK')).toEqual([...Array(6).fill('#######'), '.......']);
});

test('there are none of a region that is not in the table', () => {
  expect(regionArea(table, 'BG.c')).toBeUndefined();
  expect(regionArea(table, 'B')).toBeUndefined();
});

test('those of the table hold the cities that lie in them, and not the next but one', () => {
  const real = parseRegions(written);
  const holds = (code: string, longitude: number, latitude: number) =>
    regionArea(real, code)?.tiles.map(tileNumber).includes(regionTileNumber(longitude, latitude));
  expect(holds('BG.plovdiv', 24.75, 42.15)).toBe(true);
  expect(holds('BG.plovdiv', 25.63, 42.43)).toBe(false);
  expect(holds('BG', 23.32, 42.7)).toBe(true);
  expect(holds('BG', 26.1, 44.43)).toBe(false);
  const { x, y } = tileAt(24.75, 42.15, REGION_ZOOM);
  expect(real.regions[real.regionAt(x, y) ?? -1]?.code).toBe('BG.plovdiv');
});
