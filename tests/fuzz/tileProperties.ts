import * as fc from 'fast-check';
import { formatTile, parseTile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { type FuzzProperty, must, named } from './FuzzProperty.ts';

const edges = fc.constantFrom(-180, -179.99999, 0, 179.99999, 180);
const poles = fc.constantFrom(-90, -85.06, -85.0511287798066, 0, 85.0511287798066, 85.06, 90);
const tiles = fc.property(
  fc.oneof(edges, fc.double({ min: -180, max: 180, noNaN: true })),
  fc.oneof(poles, fc.double({ min: -90, max: 90, noNaN: true })),
  fc.integer({ min: 0, max: 12 }),
  fc.double({ min: 0.001, max: 5, noNaN: true }),
  (longitude, latitude, z, reach) => {
    const tile = tileAt(longitude, latitude, z);
    must(parseTile(formatTile(tile)) !== undefined, `${formatTile(tile)} is no tile`);
    const box = tileBounds(tile);
    // A hair before 180° E is 180° E in a double, which is 180° W.
    const wrapped = longitude > 180 - 1e-9 && tile.x === 0 ? -180 : longitude;
    const slack = 1e-9;
    const within =
      wrapped >= box.west - slack &&
      wrapped <= box.east + slack &&
      latitude >= box.south - slack &&
      latitude <= box.north + slack;
    must(within, `${longitude},${latitude} is not in ${formatTile(tile)}`);
    const view = {
      west: Math.max(-180, Math.min(180 - reach, longitude - reach)),
      east: Math.min(180, Math.max(-180 + reach, longitude + reach)),
      south: Math.max(-90, Math.min(90 - reach, latitude - reach)),
      north: Math.min(90, Math.max(-90 + reach, latitude + reach)),
    };
    const covering = (tilesCovering(view, Math.min(z, 6), 4_096) ?? []).map(formatTile);
    must(covering.length > 0 && new Set(covering).size === covering.length, 'a view is covered by nothing, or twice');
    const middle = tileAt((view.west + view.east) / 2, (view.south + view.north) / 2, Math.min(z, 6));
    must(covering.includes(formatTile(middle)), 'the middle of a view is not covered');
  },
);

export const TILE_PROPERTIES: readonly FuzzProperty[] = [
  named('tiles hold their points, poles and antimeridian too', tiles),
];
