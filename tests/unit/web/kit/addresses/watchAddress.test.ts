import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import { decodeShape, encodeShape, shapeInAddress } from '#web/kit/addresses/shapeAddress.ts';
import {
  faultOf,
  formatSetupAddress,
  formatWatchAddress,
  isSetupAddress,
  parseWatchAddress,
} from '#web/kit/addresses/watchAddress.ts';

function lineOf(count: number, step = 0.0001) {
  return {
    type: 'LineString',
    coordinates: Array.from({ length: count }, (_, index): [number, number] => [23 + index * step, 42]),
  } as const;
}

const BOW = { type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] } as const;

const SOFIA = {
  shape: { type: 'Point', coordinates: [23.3219, 42.6977] },
  name: 'Sofia',
  ringsKm: [30, 16, 10],
  dwellMin: 30,
} as const;

test('the fragment names the place, its rings and its dwell', () => {
  expect(formatWatchAddress(SOFIA)).toBe('#at=42.6977,23.3219&name=Sofia&rings=30,16,10&dwell=30');
  expect(formatWatchAddress({ ...SOFIA, name: '' })).toBe('#at=42.6977,23.3219&rings=30,16,10&dwell=30');
});

test('the fragment says whether only what approaches is told, and nothing else says so', () => {
  const approaching = { ...SOFIA, approachOnly: true };
  expect(formatWatchAddress(approaching)).toBe(`${formatWatchAddress(SOFIA)}&approach=1`);
  expect(parseWatchAddress(formatWatchAddress(approaching))).toEqual({ ok: true, place: approaching });
  for (const other of ['', '&approach=0', '&approach=yes']) {
    expect(parseWatchAddress(formatWatchAddress(SOFIA) + other)).toEqual({ ok: true, place: SOFIA });
  }
});

test('whatever place is written is read again, to 10 m', () => {
  const numbers = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
    .map((km) => [...km].sort((a, b) => b - a) as [number, number, number]);
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((name) => name.length <= 60),
      numbers,
      fc.integer({ min: 10, max: 60 }),
      (latitude, longitude, name, ringsKm, dwellMin) => {
        const read = parseWatchAddress(
          formatWatchAddress({
            shape: { type: 'Point', coordinates: [longitude, latitude] },
            name: name.trim(),
            ringsKm,
            dwellMin,
          }),
        );
        if (!read?.ok) throw new Error('not read');
        expect(read.place).toMatchObject({ name: name.trim(), ringsKm, dwellMin });
        const [corner] = cornersOf(read.place.shape);
        expect(Math.abs((corner?.[1] ?? 0) - latitude)).toBeLessThan(0.0001);
        expect(Math.abs((corner?.[0] ?? 0) - longitude)).toBeLessThan(0.0001);
      },
    ),
  );
});

test('a fragment with the place alone has the usual rings and dwell, an empty one no place at all', () => {
  expect(parseWatchAddress('#at=42.6977,23.3219')).toEqual({ ok: true, place: { ...SOFIA, name: '' } });
  expect([parseWatchAddress(''), parseWatchAddress('#')]).toEqual([undefined, undefined]);
});

test.each([
  ['place', '#at=42.7'],
  ['place', '#at=42.7,23.3,5'],
  ['place', '#at=north,23.3'],
  ['place', '#at=91,23.3'],
  ['place', '#at=42.7,181'],
  ['place', '#at=,'],
  ['place', '#at=1e1,23'],
  ['place', '#name=Sofia'],
  ['place', '#main'],
  ['place', '#shape='],
  ['place', '#shape=p'],
  ['place', '#shape=xAAAA'],
  ['place', '#shape=lA*AA'],
  ['place', '#shape=lAAA'],
  ['place', '#shape=l_____________'],
  ['corners', '#shape=lAA'],
  ['crossing', `#shape=${encodeShape(BOW)}`],
  ['corners', `#shape=${encodeShape(lineOf(201))}`],
  ['across', `#shape=${encodeShape(lineOf(100, 0.1))}`],
  ['name', `#at=42.7,23.3&name=${'a'.repeat(61)}`],
  ['rings', '#at=42.7,23.3&rings=30,16'],
  ['rings', '#at=42.7,23.3&rings=30,16,10,5'],
  ['rings', '#at=42.7,23.3&rings=30,x,10'],
  ['rings', '#at=42.7,23.3&rings='],
  ['ringsRange', '#at=42.7,23.3&rings=61,16,10'],
  ['ringsRange', '#at=42.7,23.3&rings=30,16,0.5'],
  ['ringsRange', '#at=42.7,23.3&rings=30,16,-10'],
  ['ringsOrder', '#at=42.7,23.3&rings=10,16,30'],
  ['ringsOrder', '#at=42.7,23.3&rings=30,10,16'],
  ['dwell', '#at=42.7,23.3&dwell=9'],
  ['dwell', '#at=42.7,23.3&dwell=61'],
  ['dwell', '#at=42.7,23.3&dwell=30,30'],
  ['dwell', '#at=42.7,23.3&dwell=half'],
])('%s is at fault in %s', (fault, hash) => {
  expect(parseWatchAddress(hash)).toEqual({ ok: false, fault });
});

const corner = fc.tuple(fc.integer({ min: -1_800_000, max: 1_800_000 }), fc.integer({ min: -900_000, max: 900_000 }));
const corners = fc
  .array(corner, { minLength: 1, maxLength: 200 })
  .map((list) => list.map(([x, y]): [number, number] => [x / 10_000, y / 10_000]));
const shapes = fc.oneof(
  corners.map((coordinates) => ({ type: 'LineString', coordinates }) as const),
  corners.map((ring) => ({ type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] }) as const),
);

test('whatever line or polygon is written is read again as it is judged, and needs no escaping', () =>
  fc.assert(
    fc.property(shapes, (shape) => {
      const code = encodeShape(shape);
      expect(code).toMatch(/^[lp][A-Za-z0-9_-]+$/);
      expect(decodeShape(code)).toEqual(shapeInAddress(shape));
    }),
  ));

test('two corners that an address cannot tell apart are one in it, and no fault', () => {
  const near: Shape = {
    type: 'Polygon',
    coordinates: [pairs('23.3,42.6 23.45,42.6 23.45003,42.60002 23.45,42.72 23.3,42.72 23.3,42.6')],
  };
  const rounded: Shape = {
    type: 'Polygon',
    coordinates: [pairs('23.3,42.6 23.45,42.6 23.45,42.72 23.3,42.72 23.3,42.6')],
  };
  expect(faultOf(near)).toBeUndefined();
  expect(parseWatchAddress(formatWatchAddress({ ...SOFIA, shape: near, name: '' }))).toMatchObject({
    place: { shape: rounded },
  });
});

test('a line of 200 corners that are a kilometre apart makes an address of under 1,000 characters', () => {
  expect(encodeShape(lineOf(200, 0.01)).length).toBeLessThan(1_000);
});

test('an area that was drawn goes with its rings, and is read as it was', () => {
  const shape: Shape = { type: 'Polygon', coordinates: [pairs('23.3,42.6 23.4,42.6 23.4,42.7 23.3,42.6')] };
  const hash = formatWatchAddress({ ...SOFIA, shape, name: '' });
  expect(hash).toMatch(/^#shape=p[A-Za-z0-9_-]+&rings=30,16,10&dwell=30$/);
  expect(parseWatchAddress(hash)).toEqual({ ok: true, place: { ...SOFIA, shape, name: '' } });
});

test('an address that sets a place up names the same place, and does not watch it', () => {
  const hash = formatSetupAddress({ ...SOFIA, approachOnly: true });
  expect(parseWatchAddress(hash)).toEqual(parseWatchAddress(formatWatchAddress({ ...SOFIA, approachOnly: true })));
  expect([hash, formatWatchAddress(SOFIA)].map(isSetupAddress)).toEqual([true, false]);
});
