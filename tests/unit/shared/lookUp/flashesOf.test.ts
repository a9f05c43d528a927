import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flashesOf } from '#shared/lookUp/flashesOf.ts';
import type { Strike } from '#shared/strike.ts';

const START = Date.UTC(2026, 6, 1);
const KM_NORTH = 1 / 111.195;
/** A stroke so many ms after the start, so many km north of one place. */
const stroke = (id: string, ms: number, km = 0): Strike => ({
  id,
  atMs: START + ms,
  latitude: 42 + km * KM_NORTH,
  longitude: 23,
});
const idsOf = (strikes: readonly Strike[]) => flashesOf(strikes).map((flash) => flash.map(({ id }) => id).join(''));

test('strokes within half a second and 10 km are one flash, others are not', () => {
  expect(idsOf([stroke('a', 0), stroke('b', 500, 9.9)])).toEqual(['ab']);
  expect(idsOf([stroke('a', 0), stroke('b', 501)])).toEqual(['a', 'b']);
  expect(idsOf([stroke('a', 0), stroke('b', 0, 10.1)])).toEqual(['a', 'b']);
});

test('a flash goes on while strokes follow one another, but for no more than a second', () => {
  expect(idsOf([stroke('a', 0), stroke('b', 400), stroke('c', 800)])).toEqual(['abc']);
  expect(idsOf([stroke('a', 0), stroke('b', 400), stroke('c', 800), stroke('d', 1_001)])).toEqual(['abc', 'd']);
});

test('of two flashes at once a stroke joins the nearer one', () => {
  expect(idsOf([stroke('a', 0), stroke('b', 0, 12), stroke('c', 100, 8), stroke('d', 100, 3)])).toEqual(['ad', 'bc']);
});

test('every stroke is in one flash, whatever their order', () => {
  const strokes = fc.array(fc.tuple(fc.nat(5_000), fc.double({ min: 0, max: 40, noNaN: true })), { maxLength: 60 });
  fc.assert(
    fc.property(strokes, (places) => {
      const strikes = places.map(([ms, km], index) => stroke(`${index} `, ms, km));
      const flashes = flashesOf(strikes);
      expect(flashes.flat().sort((a, b) => Number(a.id) - Number(b.id))).toEqual(strikes);
      expect(idsOf(strikes.toReversed())).toEqual(idsOf(strikes));
    }),
  );
});
