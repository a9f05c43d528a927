import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatWatchAddress, parseWatchAddress } from '#web/routing/watchAddress.ts';

const SOFIA = {
  at: { latitude: 42.6977, longitude: 23.3219 },
  name: 'Sofia',
  ringsKm: [30, 16, 10],
  dwellMin: 30,
} as const;

test('the fragment names the place, its rings and its dwell', () => {
  expect(formatWatchAddress(SOFIA)).toBe('#at=42.6977,23.3219&name=Sofia&rings=30,16,10&dwell=30');
  expect(formatWatchAddress({ ...SOFIA, name: '' })).toBe('#at=42.6977,23.3219&rings=30,16,10&dwell=30');
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
          formatWatchAddress({ at: { latitude, longitude }, name: name.trim(), ringsKm, dwellMin }),
        );
        if (!read?.ok) throw new Error('not read');
        expect(read.place).toMatchObject({ name: name.trim(), ringsKm, dwellMin });
        expect(Math.abs(read.place.at.latitude - latitude)).toBeLessThan(0.0001);
        expect(Math.abs(read.place.at.longitude - longitude)).toBeLessThan(0.0001);
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
