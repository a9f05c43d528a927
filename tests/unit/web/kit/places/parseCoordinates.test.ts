import { expect, test } from 'vitest';
import { parseCoordinates } from '#web/kit/places/parseCoordinates.ts';

test.each([
  ['42.70, 23.32'],
  ['42.70 23.32'],
  ['42.70,23.32'],
  ['42,70 23,32'],
  ['42,70; 23,32'],
  ['42°42′N 23°19.2′E'],
  ['42°42\'0" N, 23°19\'12" E'],
  ['42°42′00″N23°19′12″E'],
  ['N42.7 E23.32'],
  ['23.32E, 42.7N'],
  ['42°42′ С 23°19.2′ И'],
  ['42.7 С 23.32 В'],
  ['  +42.7  +23.32 '],
])('%s is a position near Sofia', (text) => {
  const position = parseCoordinates(text);
  expect(position?.latitude).toBeCloseTo(42.7, 4);
  expect(position?.longitude).toBeCloseTo(23.32, 4);
});

test('south and west are negative, by sign or by letter', () => {
  expect(parseCoordinates('-33.9, -18.4')).toEqual({ latitude: -33.9, longitude: -18.4 });
  expect(parseCoordinates('33.9S 18.4W')).toEqual({ latitude: -33.9, longitude: -18.4 });
  expect(parseCoordinates('33.9 Ю 18.4 З')).toEqual({ latitude: -33.9, longitude: -18.4 });
});

test.each([
  '',
  'Sofia',
  '42',
  '42.7',
  '91, 10',
  '42, 181',
  '42°61′ 23°',
  '42N 23N',
  '-42N 23E',
  '42.7, 23.3, 5',
  '1.2.3 4',
])('%j is no position', (text) => expect(parseCoordinates(text)).toBeUndefined());
