import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatNamedPlace, NAMED_PLACES, type NamedPlace } from '#shared/places/NamedPlaces.ts';
import { growTable, slugOf } from '#web/kit/places/build/growTable.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerText.ts';
import { type Landmark, parseLandmarks } from '#web/kit/places/Landmark.ts';
import type { Place } from '#web/kit/places/Place.ts';

const data = (name: string) => readFileSync(`web/kit/places/data/${name}`, 'utf8');
const named = (en: string) => ({ en, ru: en, bg: en, also: [] });
const town = (en: string, country: string, population: number, latitude: number, longitude: number): Place => {
  return { ...named(en), country, population, latitude, longitude };
};
const slugs = (table: readonly NamedPlace[]) => table.map(({ slug }) => slug);

const athens = town('Athens', 'GR', 660_000, 37.98, 23.73);
const volos = town('Volos', 'GR', 85_000, 39.37, 22.94);
const ionia = town('Nea Ionia', 'GR', 67_000, 38.04, 23.76);
const ioniaByVolos = town('Nea Ionia', 'GR', 33_000, 39.38, 22.93);
const ioniaAbroad = town('Nea Ionia', 'TR', 20_000, 41, 29);
const peak: Landmark = { ...volos, ...named('Volos'), kind: 'peak', rank: 1, heightM: 1_500, axis: [] };

test('the committed table holds each town of home above 15,000 people and each of its peaks, as the script writes it', () => {
  const grown = growTable(NAMED_PLACES, parseGazetteer(data('gazetteer.txt')), parseLandmarks(data('landmarks.txt')));
  expect(grown.map(formatNamedPlace)).toEqual(NAMED_PLACES.map(formatNamedPlace));
});

test('slugs are unique and fit an address, and the first 1,238 stay as they were published', () => {
  const all = slugs(NAMED_PLACES);
  expect(new Set(all).size).toBe(all.length);
  for (const slug of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  const published = createHash('sha256').update(all.slice(0, 1_238).join('\n')).digest('hex');
  expect(published).toBe('ac7453d98692d93bbbf6427bb800abade1ea22237e740be590f4e86f30638b84');
});

test('namesakes are told apart by kind, by country, or by a larger town near them', () => {
  const table = growTable([], [athens, volos, ionia, ioniaByVolos, ioniaAbroad], [peak]);
  expect(slugs(table)).toEqual(['athens', 'volos', 'nea-ionia', 'nea-ionia-volos', 'nea-ionia-turkiye', 'volos-peak']);
});

test('a table only grows: what was renamed, moved, shrunk or dropped keeps its slug and its line', () => {
  const before = growTable([], [athens, volos, ionia], []);
  const renamed = { ...volos, en: 'Vólos', population: 86_000 };
  const moved = { ...ionia, latitude: 38.06 };
  const larger = town('Larissa', 'GR', 140_000, 39.64, 22.42);
  const after = growTable(before, [larger, renamed, moved, town('Village', 'GR', 14_000, 39, 22)], []);
  expect(after).toEqual([
    before[0],
    { ...before[1], names: { en: 'Vólos', ru: 'Volos', bg: 'Volos' }, population: 86_000 },
    { ...before[2], latitude: 38.06 },
    expect.objectContaining({ slug: 'larissa' }),
  ]);
});

test.each([
  ['Hajdúböszörmény', 'hajduboszormeny'],
  ["Pomigliano d'Arco", 'pomigliano-d-arco'],
  ['Chornomors’k', 'chornomorsk'],
  ['Đeravica', 'djeravica'],
  ['İncirliova', 'incirliova'],
  ['Kırkağaç', 'kirkagac'],
  ['Straßgang', 'strassgang'],
  ['Olympus (Lesbos)', 'olympus-lesbos'],
])('%s stands in an address as %s', (name, slug) => expect(slugOf(name)).toBe(slug));
