import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  formatNamedPlace,
  NAMED_PLACES,
  type NamedPlace,
  parseNamedPlaces,
  placeOfSlug,
  placesNear,
} from '#shared/places/NamedPlaces.ts';

const slugsNear = (slug: string, count: number) => {
  const place = placeOfSlug(slug);
  return place && placesNear(NAMED_PLACES, place, count).map((near) => near.slug);
};

test('a place reads as it was written, with a name that is alike in several languages written once', () => {
  const musala: NamedPlace = {
    slug: 'musala',
    names: { en: 'Musala', ru: 'Мусала', bg: 'Мусала' },
    country: 'BG',
    kind: 'peak',
    heightM: 2925,
    latitude: 42.1792,
    longitude: 23.5853,
  };
  expect(formatNamedPlace(musala)).toBe('musala|Musala|Мусала||BG|peak|2925|42.1792|23.5853');
  expect(parseNamedPlaces([formatNamedPlace(musala)])).toEqual([musala]);
  const table = JSON.parse(readFileSync('shared/places/placeTable.json', 'utf8'));
  expect(NAMED_PLACES.map(formatNamedPlace)).toEqual(table);
});

test('a line that is no place is refused', () => {
  for (const line of ['', 'sofia|Sofia', 'sofia|Sofia|||BG|village|9|42|23', '<!doctype html>']) {
    expect(() => parseNamedPlaces([line])).toThrow('no place');
  }
});

test('a place is found by its slug, and not by the name of a property', () => {
  expect(placeOfSlug('plovdiv')).toMatchObject({ names: { bg: 'Пловдив' }, country: 'BG', kind: 'town' });
  for (const slug of ['Plovdiv', '', 'constructor', '__proto__']) expect(placeOfSlug(slug)).toBeUndefined();
});

test('the neighbours of a place are the nearest others, nearest first', () => {
  expect(slugsNear('musala', 2)).toEqual(['malyovitsa', 'samokov']);
  expect(slugsNear('sofia', 3)).not.toContain('sofia');
  expect(slugsNear('sofia', 0)).toEqual([]);
});
