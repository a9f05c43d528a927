import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Corner, cornersOf, roundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { pairs } from '#tests/support/pairs.ts';

const WORLD = { west: -180, south: -90, east: 180, north: 90 };
const LIMITS = { corners: 500, acrossKm: 300 };
const faultOf = (corners: readonly Corner[]) => {
  const shape: Shape = { type: 'Polygon', coordinates: [[...corners, corners[0] as Corner]] };
  return shapeFault(shape, WORLD, WORLD, LIMITS);
};

/** Of two edges that share no corner, whether the ends of each lie on both sides of the other. */
function cross(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const side = (p: Corner, q: Corner, r: Corner) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

test('a ring crosses itself if two of its edges do, wherever they are', () => {
  // Scattered as by a hash: no three on a line, no edge upright.
  const corner = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.uniqueArray(corner, { minLength: 4, maxLength: 9, selector: ([x, y]) => `${x} ${y}` }), (places) => {
      const corners = places.map(([x, y], index): Corner => [23 + x + index * 1e-7, 42 + y + index * index * 1e-7]);
      const ends = corners.map((from, index) => [from, corners[(index + 1) % corners.length] as Corner] as const);
      const crossing = ends.some(([a, b], one) =>
        ends.some(([c, d], other) => {
          const apart = other > one + 1 && !(one === 0 && other === ends.length - 1);
          return apart && cross(a, b, c, d);
        }),
      );
      expect(faultOf(corners)).toBe(crossing ? 'crossing' : null);
    }),
    { numRuns: 1_000 },
  );
});

test('a ring that touches itself, or runs back on itself, is one that crosses', () => {
  const square: readonly Corner[] = pairs('23,42 24,42 24,43 23,43');
  expect(faultOf(square)).toBeNull();
  expect(faultOf([...square, [23.5, 42]])).toBe('crossing');
  expect(faultOf([...square, [23, 42.5], [23, 42.9], [22.5, 42.5]])).toBe('crossing');
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
    expect(shapeFault(polygon(corners), WORLD, WORLD, LIMITS)).toBeNull();
    for (const [index, corner] of corners.slice(1).entries()) expect(corner).not.toEqual(corners[index]);
    expect(corners.filter(([x, y]) => square.some(([ofX, ofY]) => ofX === x && ofY === y)).length).toBeGreaterThan(3);
    expect(corners.at(-1)).toEqual(corners[0]);
  });

  test('keeps a spike of more than one step, which is refused', () => {
    const corners = rounded(pairs('23,42 23.5,42 23.5,42.5 23.5,42 24,42 24,43 23,43 23,42'));
    expect(shapeFault(polygon(corners), WORLD, WORLD, LIMITS)).toBe('crossing');
  });

  test('stays closed, or open, as it came', () => {
    expect(rounded(pairs('23,42 23.00001,42 23,42'))).toEqual(pairs('23,42 23,42'));
    expect(rounded(pairs('23,42 24,42 24,43'))).toEqual(pairs('23,42 24,42 24,43'));
  });

  test('that is a line loses repeated neighbours alone', () => {
    const line: Shape = { type: 'LineString', coordinates: pairs('23,42 23.00001,42 23.0001,42 23,42 24,42') };
    expect(cornersOf(roundShape(line, STEPS))).toEqual(pairs('23,42 23.0001,42 23,42 24,42'));
  });
});
