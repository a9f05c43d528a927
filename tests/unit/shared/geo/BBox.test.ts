import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains, bboxOverlaps, bboxUnion, formatBBox, parseBBox } from '#shared/geo/BBox.ts';

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

describe('a box on the wire', () => {
  test('is read as it was written', () =>
    fc.assert(
      fc.property(box, (bbox) => {
        expect(parseBBox(formatBBox(bbox))).toEqual({ ok: true, bbox });
      }),
    ));

  test.each([
    ['', 'format'],
    ['1,2,3', 'format'],
    ['1,2,3,4,5', 'format'],
    ['1,2,3,NaN', 'format'],
    ['1,2,3,Infinity', 'format'],
    ['1e999,2,30,4', 'format'],
    ['1e,2,3,4', 'format'],
    ['.,2,3,4', 'format'],
    ['0x1,2,3,4', 'format'],
    [' 1,2,3,4', 'format'],
    ['1,,3,4', 'format'],
    ['180.0000000001,2,3,4', 'range'],
    ["1,2,3,4'; DROP TABLE strike;--", 'format'],
    ['-181,2,3,4', 'range'],
    ['1,2,181,4', 'range'],
    ['1,-91,3,4', 'range'],
    ['1,2,3,91', 'range'],
    ['3,2,1,4', 'reversed'],
    ['1,4,3,2', 'reversed'],
    ['1,2,1,4', 'reversed'],
    ['1,2,3,2', 'reversed'],
  ])('%j is refused: %s', (text, fault) => {
    expect(parseBBox(text)).toEqual({ ok: false, fault });
  });

  test.each([
    ['22.856597900390625,42.22953,23.785400390625,43.166512', 22.856597, 42.22953, 23.785401, 43.166512],
    ['-0.1234567890123456,-1e-7,1e-7,2.5E1', -0.123457, -1e-6, 1e-6, 25],
    ['13,34.,+31,.5e2', 13, 34, 31, 50],
    ['23.3,42.7,23.30000000000001,42.70000000000001', 23.3, 42.7, 23.300001, 42.700001],
    ['-180,-90,180,90', -180, -90, 180, 90],
  ])('of any decimals is taken, and rounded outwards to a millionth: %s', (text, west, south, east, north) => {
    expect(parseBBox(text)).toEqual({ ok: true, bbox: { west, south, east, north } });
  });

  test('holds all that was asked for, however fine, and is itself when it comes back', () => {
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    fc.assert(
      fc.property(longitude, latitude, longitude, latitude, (west, south, east, north) => {
        fc.pre(west < east && south < north);
        const parsed = parseBBox([west, south, east, north].join(','));
        if (!parsed.ok) throw new Error(parsed.fault);
        expect(bboxContains(parsed.bbox, west, south) && bboxContains(parsed.bbox, east, north)).toBe(true);
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
        for (const part of [a, b]) {
          expect(bboxContains(both, part.west, part.south) && bboxContains(both, part.east, part.north)).toBe(true);
        }
      }),
    ));
});
