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
  test('is read as it was written', () => {
    fc.assert(
      fc.property(box, (bbox) => {
        expect(parseBBox(formatBBox(bbox))).toEqual({ ok: true, bbox });
      }),
    );
  });

  test.each([
    ['', 'format'],
    ['1,2,3', 'format'],
    ['1,2,3,4,5', 'format'],
    ['1,2,3,NaN', 'format'],
    ['1,2,3,Infinity', 'format'],
    ['1e1,2,30,4', 'format'],
    ['0x1,2,3,4', 'format'],
    [' 1,2,3,4', 'format'],
    ['1,,3,4', 'format'],
    ['+1,2,3,4', 'format'],
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

  test('is never an exception, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseBBox(text)).toMatchObject({ ok: false });
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

  test('joined hold both', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const both = bboxUnion(a, b);
        for (const part of [a, b]) {
          expect(bboxContains(both, part.west, part.south) && bboxContains(both, part.east, part.north)).toBe(true);
        }
      }),
    );
  });
});
