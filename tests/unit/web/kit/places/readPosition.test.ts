import { expect, test } from 'vitest';
import { isLink, parseCoordinates, positionIn } from '#web/kit/places/outlines/readPosition.ts';

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
  ["42°42.0'N, 23°19.2'E"],
  ['42º42\'00.0"N 23º19\'12.0"E'],
  ['N42 42 00 E23 19 12'],
  ['N 42 42 00, E 23 19 12'],
  ['42 42 00 N 23 19 12 E'],
  ['42-42-00N 023-19-12E'],
  ['42 42 00, 23 19 12'],
  ['42 42 00 23 19 12'],
  ['42 42.0 N 23 19.2 E'],
  ['N42 42.000 E023 19.200'],
  ['42 42, 23 19.2'],
  ['lat=42.7 lon=23.32'],
  ['lat: 42.7, lng: 23.32'],
  ['Longitude 23.32; Latitude 42.7'],
  ['lon=23.32 lat=42.7'],
  ['42°42′ с. ш. 23°19.2′ в. д.'],
  ['42°42′ с.ш. 23°19.2′ и.д.'],
  ['(42.7, 23.32)'],
  ['lat 42.7, lon 23.32'],
  ['ширина 42.7, дължина 23.32'],
  ['долгота 23.32, широта 42.7'],
  ['42°42,0′N,23°19,2′E'],
])('%s is a position near Sofia', (text) => {
  const position = parseCoordinates(text);
  expect(position?.latitude).toBeCloseTo(42.7, 4);
  expect(position?.longitude).toBeCloseTo(23.32, 4);
});

test('south and west are negative, by sign or by letter', () => {
  expect(parseCoordinates('-33.9, -18.4')).toEqual({ latitude: -33.9, longitude: -18.4 });
  expect(parseCoordinates('33.9S 18.4W')).toEqual({ latitude: -33.9, longitude: -18.4 });
  expect(parseCoordinates('lat=-33.9 lon=-18.4')).toEqual({ latitude: -33.9, longitude: -18.4 });
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
  '42 49 01',
  '42 61 00, 23 13 01',
  'Lat 42.7',
  'lon=42.7 lon=23.3',
  'Latovo 42',
  '42′ 23′',
  '42.7 23.3 lat',
  '500000, 4649776',
])('%j is no position', (text) => expect(parseCoordinates(text)).toBeUndefined());

test.each([
  ['42.7, 23.32'],
  ['geo:42.7,23.32;u=35'],
  ["https://www.google.com/maps/place/42%C2%B042'00.0%22N+23%C2%B019'12.0%22E/data=!3m1"],
  ['https://www.google.com/maps/@42.7,23.32,15z'],
  ['https://www.openstreetmap.org/?mlat=42.7&mlon=23.32#map=15/42.1/23.1'],
  ['https://maps.apple.com/place?coordinate=42.7,23.32'],
  ['https://example.org/bg/map?view=42.7,23.32,9z'],
  ['https://example.org/look-up#at=42.7,23.32&km=10'],
])('the place is found in %s', (text) => {
  const position = positionIn(text);
  expect(position?.latitude).toBeCloseTo(42.7, 4);
  expect(position?.longitude).toBeCloseTo(23.32, 4);
});

test('a shortened link names no place, and is no name to search', () => {
  expect(positionIn('https://maps.app.goo.gl/Ab3cD')).toBeUndefined();
  expect(isLink('https://maps.app.goo.gl/Ab3cD')).toBe(true);
  expect(isLink('Sofia')).toBe(false);
});
