import { expect, test } from 'vitest';
import { withoutPonds } from '#web/ground/land/make/withoutPonds.ts';

/** A square at the equator, `km` wide. */
function square(km: number, west = 0, south = 0): GeoJSON.Position[] {
  const [east, north] = [west + km / 111.2, south + km / 111.2];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
const polygon = (...coordinates: GeoJSON.Position[][]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates },
});

test('land loses the waters that are smaller than asked for, and what lies in them; the sea keeps its small islands', () => {
  const [pond, lake] = [square(1, 0.1, 0.1), square(3, 0.3, 0.3)];
  const inPond = polygon(square(0.2, 0.101, 0.101));
  const inLake = polygon(square(0.2, 0.301, 0.301));
  const atSea = polygon(square(0.2, 5, 5));
  const land = [polygon(square(100), pond, lake), inPond, inLake, atSea];
  expect(withoutPonds(land, 4)).toEqual([polygon(square(100), lake), inLake, atSea]);
});
