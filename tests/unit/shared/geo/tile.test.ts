import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_MERCATOR_LATITUDE } from '#shared/geo/mercator.ts';
import { formatTile, parseTile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';

const longitude = fc.oneof(
  fc.constantFrom(-180, -179.99999, 0, 179.99999),
  fc.double({ min: -180, max: 179.999, noNaN: true }),
);
const latitude = fc.oneof(
  fc.constantFrom(-90, -85.06, -MAX_MERCATOR_LATITUDE, 0, MAX_MERCATOR_LATITUDE, 85.06, 90),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const zoom = fc.integer({ min: 0, max: 12 });
/** Edges of tiles are sums of floating-point numbers: a point this near to one may lie on either side. */
const HAIR = 1e-9;

const box = fc
  .tuple(
    longitude,
    latitude,
    fc.double({ min: 0.01, max: 40, noNaN: true }),
    fc.double({ min: 0.01, max: 30, noNaN: true }),
  )
  .map(([west, south, width, height]) => ({
    west,
    south: Math.min(south, 89),
    east: Math.min(180, west + width),
    north: Math.min(90, Math.min(south, 89) + height),
  }));

describe('tile names', () => {
  test('come back as the tile they were made from', () =>
    fc.assert(
      fc.property(longitude, latitude, zoom, (x, y, z) => {
        const tile = tileAt(x, y, z);
        expect(parseTile(formatTile(tile))).toEqual(tile);
      }),
    ));

  test.each(['', '4', '4/1', '4/16/0', '4/0/16', '25/0/0', '4/-1/0', '4/1.5/0', '4/1/2/3', ' 4/1/2', '4/1/2\n'])(
    'refuse %j',
    (text) => {
      expect(parseTile(text)).toBeUndefined();
    },
  );
});

describe('the tile of a point', () => {
  test('has the point within its bounds', () =>
    fc.assert(
      fc.property(longitude, latitude, zoom, (x, y, z) => {
        const { west, south, east, north } = tileBounds(tileAt(x, y, z));
        expect(x).toBeGreaterThanOrEqual(west - HAIR);
        expect(x).toBeLessThanOrEqual(east + HAIR);
        expect(y).toBeGreaterThanOrEqual(south - HAIR);
        expect(y).toBeLessThanOrEqual(north + HAIR);
      }),
    ));

  test('is of the outermost row at either pole and beyond the mercator square', () => {
    for (const y of [90, 89, MAX_MERCATOR_LATITUDE]) expect(tileAt(10, y, 4).y).toBe(0);
    for (const y of [-90, -89, -MAX_MERCATOR_LATITUDE]) expect(tileAt(10, y, 4).y).toBe(15);
  });

  test('is the same on either side of the antimeridian’s name', () => {
    expect(tileAt(180, 0.1, 4)).toEqual(tileAt(-180, 0.1, 4));
    expect(tileAt(190, 0.1, 4)).toEqual(tileAt(-170, 0.1, 4));
    expect(tileAt(179.999, 0.1, 4).x).toBe(15);
  });

  test('of Sofia at zoom 4 is 4/9/5', () => {
    expect(formatTile(tileAt(23.32, 42.7, 4))).toBe('4/9/5');
  });
});

describe('the tiles of a zoom', () => {
  test('reach to both poles and around the earth', () => {
    expect(tileBounds({ z: 0, x: 0, y: 0 })).toEqual({ west: -180, south: -90, east: 180, north: 90 });
    expect(tileBounds({ z: 4, x: 15, y: 0 })).toMatchObject({ east: 180, north: 90 });
    expect(tileBounds({ z: 4, x: 0, y: 15 })).toMatchObject({ west: -180, south: -90 });
  });

  test('share their edges exactly', () => {
    for (let y = 0; y < 15; y += 1) {
      expect(tileBounds({ z: 4, x: 3, y }).south).toBe(tileBounds({ z: 4, x: 3, y: y + 1 }).north);
      expect(tileBounds({ z: 4, x: y, y: 3 }).east).toBe(tileBounds({ z: 4, x: y + 1, y: 3 }).west);
    }
  });
});

describe('the tiles that cover a box', () => {
  test('hold every point of it', () => {
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(box, share, share, fc.integer({ min: 0, max: 6 }), (bbox, across, up, z) => {
        const x = bbox.west + across * (bbox.east - bbox.west);
        const y = bbox.south + up * (bbox.north - bbox.south);
        const names = (tilesCovering(bbox, z, 4 ** z) ?? []).map(formatTile);
        expect(names).toContain(formatTile(tileAt(x, y, z)));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test('are one where the box is exactly a tile', () => {
    for (const tile of [
      { z: 4, x: 9, y: 5 },
      { z: 4, x: 15, y: 0 },
      { z: 4, x: 0, y: 15 },
      { z: 6, x: 36, y: 23 },
    ]) {
      expect(tilesCovering(tileBounds(tile), tile.z, 9)).toEqual([tile]);
    }
  });

  test('are the sixteen of the next two zooms for every tile of zoom 4', () => {
    for (let x = 0; x < 16; x += 1) {
      for (let y = 0; y < 16; y += 1) {
        const parts = tilesCovering(tileBounds({ z: 4, x, y }), 6, 100) ?? [];
        expect(parts).toHaveLength(16);
        expect(parts.every((part) => part.x >> 2 === x && part.y >> 2 === y)).toBe(true);
      }
    }
  });

  test('reach to the last column where the box ends at 180° east', () => {
    const tiles = tilesCovering({ west: 170, south: 1, east: 180, north: 2 }, 4, 9);
    expect(tiles?.map(formatTile)).toEqual(['4/15/7']);
  });

  test('are not told where there are more than asked for', () => {
    const world = { west: -180, south: -90, east: 180, north: 90 };
    expect(tilesCovering(world, 4, 255)).toBeUndefined();
    expect(tilesCovering(world, 4, 256)).toHaveLength(256);
  });

  test('of a box near a pole are of the outermost row', () => {
    expect(tilesCovering({ west: 0, south: 87, east: 1, north: 90 }, 4, 9)).toEqual([{ z: 4, x: 8, y: 0 }]);
  });
});
