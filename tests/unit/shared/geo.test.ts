import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assumedAccuracy } from '#shared/fires/candidatesOf.ts';
import { type BBox, bboxContains, bboxOverlaps, bboxUnion, formatBBox, parseBBox } from '#shared/geo/BBox.ts';
import { type Ellipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { bearingDegrees, circleAround, compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF, likelihoodWithin, normalShare } from '#shared/geo/likelihoodWithin.ts';
import { MAX_MERCATOR_LATITUDE } from '#shared/geo/mercator.ts';
import { type Corner, cornersOf, distanceFrom, farFrom, roundShape, type Shape } from '#shared/geo/Shape.ts';
import { shapeError } from '#shared/geo/shapeCode.ts';
import { formatTile, parseTile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { seededRandom } from '#shared/numbers.ts';
import { pairs } from '#tests/support/pairs.ts';
import { SQUARE, starAround } from '#tests/support/shapes.ts';
import { gaussian } from '#worker/dev/simulator/simulatedSource.ts';

describe('bbox', () => {
  const degreesE5 = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5);
  const box = fc
    .tuple(degreesE5(180), degreesE5(180), degreesE5(90), degreesE5(90))
    .filter(([a, b, c, d]) => a !== b && c !== d)
    .map(([a, b, c, d]) => ({
      west: Math.min(a, b),
      east: Math.max(a, b),
      south: Math.min(c, d),
      north: Math.max(c, d),
    }));
  /** Whether a box holds both ends of another. */
  const holds = (bbox: BBox, { west, south, east, north }: BBox) =>
    bboxContains(bbox, west, south) && bboxContains(bbox, east, north);

  describe('a box on the wire', () => {
    test('is read as it was written', () =>
      fc.assert(
        fc.property(box, (bbox) => {
          expect(parseBBox(formatBBox(bbox))).toEqual({ ok: true, bbox });
        }),
      ));

    test.each([
      [
        'format',
        ['', '1,2,3', '1,2,3,4,5', '1,2,3,NaN', '1,2,3,Infinity', '1e999,2,30,4', '1e,2,3,4', '.,2,3,4', '0x1,2,3,4'],
      ],
      ['format', [' 1,2,3,4', '1,,3,4', "1,2,3,4'; DROP TABLE strike;--"]],
      ['range', ['180.0000000001,2,3,4', '-181,2,3,4', '1,2,181,4', '1,-91,3,4', '1,2,3,91']],
      ['reversed', ['3,2,1,4', '1,4,3,2', '1,2,1,4', '1,2,3,2']],
    ])('is refused for its %s: %j', (error, texts) => {
      for (const text of texts) expect(parseBBox(text), text).toEqual({ ok: false, error });
    });

    test.each([
      ['22.856597900390625,42.22953,23.785400390625,43.166512', 22.856597, 42.22953, 23.785401, 43.166512],
      ['-0.1234567890123456,-1e-7,1e-7,2.5E1', -0.123457, -1e-6, 1e-6, 25],
      ['13,34.,+31,.5e2', 13, 34, 31, 50],
      ['23.3,42.7,23.30000000000001,42.70000000000001', 23.3, 42.7, 23.300001, 42.700001],
      ['-180,-90,180,90', -180, -90, 180, 90],
    ])('of any decimals is taken, and rounded outwards to a millionth: %s', (text, west, south, east, north) =>
      expect(parseBBox(text)).toEqual({ ok: true, bbox: { west, south, east, north } }),
    );

    test('holds all that was asked for, however fine, and is itself when it comes back', () => {
      const longitude = fc.double({ min: -180, max: 180, noNaN: true });
      const latitude = fc.double({ min: -90, max: 90, noNaN: true });
      fc.assert(
        fc.property(longitude, latitude, longitude, latitude, (west, south, east, north) => {
          fc.pre(west < east && south < north);
          const parsed = parseBBox([west, south, east, north].join(','));
          if (!parsed.ok) throw new Error(parsed.error);
          expect(holds(parsed.bbox, { west, south, east, north })).toBe(true);
          expect(west - parsed.bbox.west).toBeLessThan(1.000_001e-6);
          expect(parsed.bbox.north - north).toBeLessThan(1.000_001e-6);
          expect(parseBBox(formatBBox(parsed.bbox))).toEqual(parsed);
        }),
      );
    });
  });

  describe('boxes', () => {
    test('hold their edges, and overlap only where they share an area', () => {
      const bbox = { west: 0, south: 0, east: 1, north: 1 };
      expect(bboxContains(bbox, 0, 1)).toBe(true);
      expect(bboxContains(bbox, 1.000001, 1)).toBe(false);
      expect(bboxOverlaps(bbox, { west: 1, south: 0, east: 2, north: 1 })).toBe(false);
      expect(bboxOverlaps(bbox, { west: 0.9, south: 0.9, east: 2, north: 2 })).toBe(true);
    });

    test('joined hold both', () =>
      fc.assert(
        fc.property(box, box, (a, b) => {
          const both = bboxUnion(a, b);
          expect(holds(both, a) && holds(both, b)).toBe(true);
        }),
      ));
  });
});

describe('geodesy', () => {
  const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
  const PLOVDIV = { latitude: 42.1354, longitude: 24.7453 };
  const aPosition = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  });

  test('Plovdiv lies 133 km south-east of Sofia', () => {
    expect(distanceKm(SOFIA, PLOVDIV)).toBeCloseTo(132.7, 0);
    expect(compassPoint(bearingDegrees(SOFIA, PLOVDIV))).toBe('se');
  });

  test('distance is the same both ways, and none to oneself', () =>
    fc.assert(
      fc.property(aPosition, aPosition, (a, b) => {
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
        expect(distanceKm(a, a)).toBe(0);
      }),
    ));

  test('bearings are between 0 and 360, and named by the nearest of eight points', () => {
    const bearings = [0, 22, 23, 180, 337, 338, 359.9];
    expect(bearings.map(compassPoint)).toEqual(['n', 'n', 'ne', 's', 'nw', 'n', 'n']);
    fc.assert(
      fc.property(aPosition, aPosition, (a, b) => {
        const bearing = bearingDegrees(a, b);
        expect(bearing >= 0 && bearing < 360).toBe(true);
      }),
    );
  });

  test('a ring is closed, and every corner lies at its radius', () => {
    const ring = circleAround(SOFIA, 16);
    expect(ring[0]).toEqual(ring.at(-1));
    for (const [longitude, latitude] of ring) expect(distanceKm(SOFIA, { latitude, longitude })).toBeCloseTo(16, 6);
  });
});

describe('tile', () => {
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

  const sizes = [
    fc.double({ min: 0.01, max: 40, noNaN: true }),
    fc.double({ min: 0.01, max: 30, noNaN: true }),
  ] as const;
  const box = fc.tuple(longitude, latitude, ...sizes).map(([west, south, width, height]) => ({
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
      (text) => expect(parseTile(text)).toBeUndefined(),
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

    test('is the same on either side of the antimeridian’s name, and 4/9/5 for Sofia at zoom 4', () => {
      expect(tileAt(180, 0.1, 4)).toEqual(tileAt(-180, 0.1, 4));
      expect(tileAt(190, 0.1, 4)).toEqual(tileAt(-170, 0.1, 4));
      expect(tileAt(179.999, 0.1, 4).x).toBe(15);
      expect(formatTile(tileAt(23.32, 42.7, 4))).toBe('4/9/5');
    });
  });

  test('the tiles of a zoom reach to both poles and around the earth, and share their edges exactly', () => {
    expect(tileBounds({ z: 0, x: 0, y: 0 })).toEqual({ west: -180, south: -90, east: 180, north: 90 });
    expect(tileBounds({ z: 4, x: 15, y: 0 })).toMatchObject({ east: 180, north: 90 });
    expect(tileBounds({ z: 4, x: 0, y: 15 })).toMatchObject({ west: -180, south: -90 });
    for (let y = 0; y < 15; y += 1) {
      expect(tileBounds({ z: 4, x: 3, y }).south).toBe(tileBounds({ z: 4, x: 3, y: y + 1 }).north);
      expect(tileBounds({ z: 4, x: y, y: 3 }).east).toBe(tileBounds({ z: 4, x: y + 1, y: 3 }).west);
    }
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
      for (const name of ['4/9/5', '4/15/0', '4/0/15', '6/36/23']) {
        const tile = parseTile(name);
        expect(tile && tilesCovering(tileBounds(tile), tile.z, 9)).toEqual([tile]);
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

    test('reach to the last column where the box ends at 180° east, to the outermost row near a pole', () => {
      const tiles = tilesCovering({ west: 170, south: 1, east: 180, north: 2 }, 4, 9);
      expect(tiles?.map(formatTile)).toEqual(['4/15/7']);
      expect(tilesCovering({ west: 0, south: 87, east: 1, north: 90 }, 4, 9)).toEqual([{ z: 4, x: 8, y: 0 }]);
    });

    test('are not told where there are more than asked for', () => {
      const world = { west: -180, south: -90, east: 180, north: 90 };
      expect(tilesCovering(world, 4, 255)).toBeUndefined();
      expect(tilesCovering(world, 4, 256)).toHaveLength(256);
    });
  });
});

describe('distance from', () => {
  const distanceToKm = (shape: Shape, at: Position) => distanceFrom(shape)(at);
  const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });

  test('within a polygon the distance is 0, outside it is that of the nearest edge', () => {
    expect(distanceToKm(SQUARE, at(42.5, 23.5))).toBe(0);
    expect(distanceToKm(SQUARE, at(43.1, 23.5))).toBeCloseTo(11.12, 1);
    expect(distanceToKm(SQUARE, at(43.1, 24.1))).toBeCloseTo(distanceKm(at(43.1, 24.1), at(43, 24)), 2);
  });

  test('a notch of a polygon is outside it', () => {
    const shape: Shape = { type: 'Polygon', coordinates: [pairs('23,42 24,42 23.5,42.4 24,43 23,43 23,42')] };
    expect(distanceToKm(shape, at(42.4, 23.4))).toBe(0);
    expect(distanceToKm(shape, at(42.4, 23.8))).toBeGreaterThan(10);
  });

  test('the distance to a line is at most 3 m off at 10 km, and at most 120 m at 60 km', () => {
    const corner = fc.record({
      latitude: fc.double({ min: 36, max: 47, noNaN: true }),
      longitude: fc.double({ min: 14, max: 29, noNaN: true }),
    });
    const from = fc.record({ bearing: fc.nat(95), km: fc.constantFrom(10, 60) });
    fc.assert(
      fc.property(corner, from, fc.nat(95), (a, { bearing, km }, along) => {
        const strike = circleAround(a, km)[bearing] ?? [0, 0];
        const end = circleAround(a, 5)[along] ?? [0, 0];
        const shape: Shape = { type: 'LineString', coordinates: [[a.longitude, a.latitude], end] };
        const position = at(strike[1], strike[0]);
        // The line in pieces of 5 m, each end measured on the sphere.
        const chunks = Array.from({ length: 1_001 }, (_, index) => {
          const [north, east] = [((end[1] - a.latitude) * index) / 1_000, ((end[0] - a.longitude) * index) / 1_000];
          return distanceKm(position, at(a.latitude + north, a.longitude + east));
        });
        expect(Math.abs(distanceToKm(shape, position) - Math.min(...chunks))).toBeLessThan(km === 10 ? 0.003 : 0.12);
      }),
      { numRuns: 300 },
    );
  });

  test('what is sure to be farther than asked is farther', () => {
    const requested = fc.record({
      longitude: fc.double({ min: 20, max: 27, noNaN: true }),
      latitude: fc.double({ min: 36, max: 47, noNaN: true }),
      km: fc.double({ min: 0, max: 60, noNaN: true }),
    });
    const shapes = [SQUARE, { type: 'Point', coordinates: [23.3, 42.7] }] as const;
    let certain = 0;
    fc.assert(
      fc.property(requested, fc.constantFrom(...shapes), ({ km, ...position }, shape) => {
        if (!farFrom(shape)(position, km)) return;
        certain += 1;
        expect(distanceFrom(shape)(position)).toBeGreaterThan(km);
      }),
      { numRuns: 2_000 },
    );
    expect(certain).toBeGreaterThan(500);
  });

  test('of a shape of many corners the nearest edge is found, as if all were looked at, and so is what lies within', () => {
    const around = at(42.7, 23.3);
    const spikes = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 4, maxLength: 200 });
    const strike = fc.record({ bearing: fc.nat(359), km: fc.integer({ min: 0, max: 90 }) });
    fc.assert(
      fc.property(spikes, strike, (lengthsKm, { bearing, km }) => {
        const corners = lengthsKm.map((lengthKm, index) => {
          const [longitude = 0, latitude = 0] = circleAround(around, lengthKm, lengthsKm.length)[index] ?? [];
          return [longitude, latitude] as const;
        });
        const ring = [...corners, corners[0] ?? [0, 0]] as const;
        const [longitude = 0, latitude = 0] = circleAround(around, km, 360)[bearing] ?? [];
        const edges = ring
          .slice(1)
          .map((to, index): Shape => ({ type: 'LineString', coordinates: [ring[index] ?? to, to] }));
        const nearestKm = Math.min(...edges.map((edge) => distanceToKm(edge, at(latitude, longitude))));
        const reported = distanceToKm({ type: 'Polygon', coordinates: [ring] }, at(latitude, longitude));
        const line = distanceToKm({ type: 'LineString', coordinates: ring }, at(latitude, longitude));
        expect(Math.abs(line - nearestKm)).toBeLessThan(0.05);
        // The polygon is a star around its middle: a ray from there meets its edge once.
        const angle = (bearing / 360) * lengthsKm.length;
        const [one, two] = [lengthsKm[Math.floor(angle)] ?? 0, lengthsKm[Math.ceil(angle) % lengthsKm.length] ?? 0];
        if (km > Math.max(one, two) + 0.1) expect(reported).toBeCloseTo(line, 6);
        if (lengthsKm.length > 8 && km < Math.min(one, two) * Math.cos(Math.PI / lengthsKm.length) - 0.5)
          expect(reported).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('shape fault', () => {
  const WORLD = { west: -180, south: -90, east: 180, north: 90 };
  const LIMITS = { corners: 500, acrossKm: 300 };
  const errorOf = (corners: readonly Corner[]) => {
    const shape: Shape = { type: 'Polygon', coordinates: [[...corners, corners[0] as Corner]] };
    return shapeError(shape, WORLD, WORLD, LIMITS);
  };

  /** Of two edges that share no corner, whether the ends of each lie on both sides of the other. */
  function cross(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
    const side = (p: Corner, q: Corner, r: Corner) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
    return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
  }

  test('a ring crosses itself if two of its edges do, wherever they are', () => {
    // Scattered as by a hash: no three on a line, no edge upright.
    const corner = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    const rings = fc.uniqueArray(corner, { minLength: 4, maxLength: 9, selector: ([x, y]) => `${x} ${y}` });
    fc.assert(
      fc.property(rings, (places) => {
        const corners = places.map(([x, y], index): Corner => [23 + x + index * 1e-7, 42 + y + index * index * 1e-7]);
        const ends = corners.map((from, index) => [from, corners[(index + 1) % corners.length] as Corner] as const);
        const crossing = ends.some(([a, b], one) =>
          ends.some(([c, d], other) => {
            const apart = other > one + 1 && !(one === 0 && other === ends.length - 1);
            return apart && cross(a, b, c, d);
          }),
        );
        expect(errorOf(corners)).toBe(crossing ? 'crossing' : null);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a ring that touches itself, or runs back on itself, is one that crosses', () => {
    const square: readonly Corner[] = pairs('23,42 24,42 24,43 23,43');
    expect(errorOf(square)).toBeNull();
    expect(errorOf([...square, [23.5, 42]])).toBe('crossing');
    expect(errorOf([...square, [23, 42.5], [23, 42.9], [22.5, 42.5]])).toBe('crossing');
  });

  describe('a shape on a grid', () => {
    const STEPS = 10_000;
    const polygon = (corners: readonly Corner[]): Shape => ({ type: 'Polygon', coordinates: [corners] });
    const rounded = (corners: readonly Corner[]) => cornersOf(roundShape(polygon(corners), STEPS));
    const square = pairs('23,42 24,42 24,43 23,43 23,42');

    test.each([
      ['neighbours that fall together', '23,42 24,42 24.00003,42.00002 24,43 23,43 23.00004,43 23,42.00003 23,42'],
      ['a bend narrower than a step', '23,42 23.5,42 23.5,42.0001 23.50002,42 24,42 24,43 23,43 23,42'],
      ['a bend at the first corner', '23,42.0001 23,42 24,42 24,43 23,43 23,42.00002 23,42.0001'],
      [
        'a bend within a bend',
        '23,42 23.5,42 23.5,42.0001 23.5001,42.0001 23.50001,42.00009 23.50001,42 24,42 24,43 23,43 23,42',
      ],
    ])('has no %s: what is judged and kept is the same', (_, text) => {
      const corners = rounded(pairs(text));
      expect(shapeError(polygon(corners), WORLD, WORLD, LIMITS)).toBeNull();
      for (const [index, corner] of corners.slice(1).entries()) expect(corner).not.toEqual(corners[index]);
      expect(corners.filter(([x, y]) => square.some(([ofX, ofY]) => ofX === x && ofY === y)).length).toBeGreaterThan(3);
      expect(corners.at(-1)).toEqual(corners[0]);
    });

    test('keeps a spike of more than one step, which is refused', () => {
      const corners = rounded(pairs('23,42 23.5,42 23.5,42.5 23.5,42 24,42 24,43 23,43 23,42'));
      expect(shapeError(polygon(corners), WORLD, WORLD, LIMITS)).toBe('crossing');
    });

    test('stays closed, or open, as it came; a line loses repeated neighbours alone', () => {
      expect(rounded(pairs('23,42 23.00001,42 23,42'))).toEqual(pairs('23,42 23,42'));
      expect(rounded(pairs('23,42 24,42 24,43'))).toEqual(pairs('23,42 24,42 24,43'));
      const line: Shape = { type: 'LineString', coordinates: pairs('23,42 23.00001,42 23.0001,42 23,42 24,42') };
      expect(cornersOf(roundShape(line, STEPS))).toEqual(pairs('23,42 23.0001,42 23,42 24,42'));
    });
  });
});

const ASSUMED = roundEllipse(2);
const FIRE: Position = { latitude: 42.1, longitude: 23.4 };
const POINT: Shape = { type: 'Point', coordinates: [FIRE.longitude, FIRE.latitude] };
const KM = 1 / 111.195;
const likelihoodNear = (shape: Shape) => likelihoodWithin(shape, 0.5);

/** So many km east and north of the fire. */
function offset(east: number, north: number): Position {
  const latitude = FIRE.latitude + north * KM;
  return { latitude, longitude: FIRE.longitude + (east * KM) / Math.cos((FIRE.latitude * Math.PI) / 180) };
}

/** The share of true points, drawn from the ellipse by its axes, that lie within 500 m of the shape. */
function render(shape: Shape, [east, north]: readonly [number, number], ellipse: Ellipse, samples: number): number {
  const random = seededRandom(7);
  const kmTo = distanceFrom(shape);
  const bearing = (ellipse.bearingDegrees * Math.PI) / 180;
  let near = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const along = (gaussian(random) * ellipse.semiMajorKm) / DEVIATIONS_OF_HALF;
    const aside = (gaussian(random) * ellipse.semiMinorKm) / DEVIATIONS_OF_HALF;
    const x = east + along * Math.sin(bearing) + aside * Math.cos(bearing);
    const y = north + along * Math.cos(bearing) - aside * Math.sin(bearing);
    if (kmTo(offset(x, y)) <= 0.5) near += 1;
  }
  return near / samples;
}

const random = seededRandom(3);
const STAR = starAround(FIRE, 40, 1, 4, random);
const LARGE = starAround(FIRE, 500, 3, 6, random);
const SLIVER: Shape = {
  type: 'Polygon',
  coordinates: [pairs('23.4,42.1 23.46,42.1 23.46,42.1007 23.4,42.1007 23.4,42.1')],
};
const LINE: Shape = { type: 'LineString', coordinates: pairs('23.38,42.09 23.42,42.1 23.45,42.13') };
const ellipse = (semiMajorKm: number, semiMinorKm: number, bearingDegrees: number): Ellipse => {
  return { semiMajorKm, semiMinorKm, bearingDegrees };
};

test.each([
  ['a point, the assumed circle', POINT, [0.6, 0.3], ASSUMED],
  ['a point, a rotated ellipse', POINT, [1.2, 0.9], ellipse(2.4, 0.8, 50)],
  ['a point, an ellipse turned the other way', POINT, [0.9, -0.5], ellipse(2.4, 0.8, 130)],
  ['a point, a needle', POINT, [0.5, 0.5], ellipse(3, 0.1, 45)],
  ['a point, a fine network', POINT, [0.45, 0.1], ellipse(0.15, 0.08, 20)],
  ['a line, a rotated ellipse', LINE, [1, -0.5], ellipse(1.5, 0.5, 70)],
  ['a sliver, a flat ellipse', SLIVER, [2, 1], ellipse(2, 0.3, 95)],
  ['a star of 40 corners, the assumed circle', STAR, [3.5, 1], ASSUMED],
  ['a star of 40 corners, a rotated ellipse', STAR, [-4, 2], ellipse(3, 1, 160)],
  ['500 corners, a rotated ellipse', LARGE, [5, 4], ellipse(2.4, 1.1, 30)],
] as const)('the likelihood is within two per cent of Monte Carlo: %s', (_, shape, from, axes) => {
  const samples = 150_000;
  const share = render(shape, from, axes, samples);
  const error = Math.sqrt((share * (1 - share)) / samples);
  const likelihood = likelihoodNear(shape)(offset(from[0], from[1]), axes);
  expect(share).toBeGreaterThan(0.03);
  expect(Math.abs(likelihood - share)).toBeLessThan(0.02 * share + 2 * error);
});

test('half of the strokes truly struck within the 50 % circle, nine in ten within 1.82 of it', () => {
  expect(likelihoodNear(POINT)(FIRE, ellipse(0.5, 0.5, 0))).toBeCloseTo(0.5, 2);
  const { radius50Km, radius90Km } = assumedAccuracy(0.5);
  const radiusKm = 0.5 / (radius90Km / radius50Km);
  expect(likelihoodNear(POINT)(FIRE, ellipse(radiusKm, radiusKm, 0))).toBeCloseTo(0.9, 2);
  expect(assumedAccuracy(0.5)).toEqual({ assumed: true, radius50Km: 2, radius90Km: 3.65 });
  expect(assumedAccuracy(8)).toEqual({ assumed: true, radius50Km: 8, radius90Km: 14.58 });
});

test('deep within a large fire it is 1, far from it 0, and an ellipse without width is no fault', () => {
  const likelihoodOf = likelihoodNear(LARGE);
  expect(likelihoodOf(FIRE, ellipse(0.5, 0.5, 0))).toBeGreaterThan(0.99);
  expect(likelihoodOf(offset(40, 0), ASSUMED)).toBeLessThan(1e-12);
  expect(likelihoodOf(FIRE, ellipse(1, 0, 45))).toBeGreaterThan(0.99);
  expect(likelihoodNear(POINT)(FIRE, ellipse(0, 0, 0))).toBeGreaterThan(0.99);
});

const axis = fc.double({ min: 0.05, max: 6, noNaN: true });
const bearing = fc.nat(179);
/** What the rows may be off by. */
const ROUGH = 1.01;

test('it falls along any ray from a point, and with either axis where the distance is 0', () => {
  const likelihoodOf = likelihoodNear(POINT);
  const km = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(axis, axis, bearing, fc.nat(359), km, km, (one, two, turned, ray, near, far) => {
      const axes = ellipse(Math.max(one, two), Math.min(one, two), turned);
      const at = (distance: number) => {
        const angle = (ray * Math.PI) / 180;
        return likelihoodOf(offset(distance * Math.sin(angle), distance * Math.cos(angle)), axes);
      };
      expect(at(Math.max(near, far))).toBeLessThanOrEqual(at(Math.min(near, far)) * ROUGH + 1e-6);
      const wider = { ...axes, semiMajorKm: axes.semiMajorKm * 1.3 };
      const broader = { ...axes, semiMinorKm: axes.semiMinorKm * 1.3 };
      for (const other of [wider, broader])
        expect(likelihoodOf(FIRE, other)).toBeLessThanOrEqual(likelihoodOf(FIRE, axes) * ROUGH);
    }),
    { numRuns: 300 },
  );
});

test('it falls as the ellipse grows around a stroke within a fire without notches', () => {
  const round: Shape = { type: 'Polygon', coordinates: [circleAround(FIRE, 2, 24)] };
  const likelihoodOf = likelihoodNear(round);
  const inside = fc.double({ min: -1.3, max: 1.3, noNaN: true });
  fc.assert(
    fc.property(axis, axis, bearing, inside, inside, (one, two, turned, east, north) => {
      const axes = ellipse(Math.max(one, two), Math.min(one, two), turned);
      const grown = ellipse(axes.semiMajorKm * 1.3, axes.semiMinorKm * 1.3, turned);
      const at = offset(east, north);
      expect(likelihoodOf(at, grown)).toBeLessThanOrEqual(likelihoodOf(at, axes) * ROUGH);
    }),
    { numRuns: 300 },
  );
});

test('the normal distribution is that of the tables', () => {
  expect(normalShare(-1.96, 1.645)).toBeCloseTo(0.925, 4);
  expect(normalShare(0, 1)).toBeCloseTo(0.3413, 4);
  expect(normalShare(-9, -1)).toBeCloseTo(0.1587, 4);
  // Far out too, where 1 - 1 would be left of it.
  expect(normalShare(9, 10) / 1.1286e-19).toBeCloseTo(1, 1);
});
