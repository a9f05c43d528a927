import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { formatGazetteer, parseGazetteer } from '#web/kit/places/gazetteerText.ts';

const text = readFileSync(join(projectRoot, 'web/kit/places/data/gazetteer.txt'), 'utf8');
const places = parseGazetteer(text);
const byName = (en: string) => places.find((place) => place.en === en);

test('the gazetteer weighs at most 350 kB compressed', () => {
  const kilobytes = gzipSync(text).length / 1_000;
  process.stdout.write(`gazetteer: ${places.length} places, ${kilobytes.toFixed(1)} kB gzip\n`);
  expect(kilobytes).toBeLessThan(350);
});

test('what is written is read again', () => {
  expect(formatGazetteer(places)).toBe(text);
});

test.each(['', '<!doctype html>\n<title>Not found</title>', 'a\tb\nc'])('%j is refused as a gazetteer', (wrong) => {
  expect(() => parseGazetteer(wrong)).toThrow('eight columns');
});

test('places with most people come first', () => {
  const people = places.map(({ population }) => population);
  expect(people).toEqual(people.toSorted((a, b) => b - a));
});

test('every Bulgarian place has its name in all three languages', () => {
  const bulgarian = places.filter(({ country }) => country === 'BG');
  expect(bulgarian.length).toBeGreaterThan(290);
  expect(
    bulgarian.filter(
      ({ en, ru, bg }) => !/^[a-z .-]+$/i.test(en) || !/^[а-яё -]+$/i.test(ru) || !/^[а-я -]+$/i.test(bg),
    ),
  ).toEqual([]);
});

test.each([
  ['Thessaloniki', 'Салоники', 'Солун'],
  ['Edirne', 'Эдирне', 'Одрин'],
  ['Bucharest', 'Бухарест', 'Букурещ'],
  ['Pristina', 'Приштина', 'Прищина'],
  ['Vranje', 'Вране', 'Враня'],
  ['Prijedor', 'Приедор', 'Приедор'],
])('%s is %s in Russian and %s in Bulgarian', (en, ru, bg) => {
  expect(byName(en)).toMatchObject({ ru, bg });
});

describe('the files of labels', () => {
  const folder = join(projectRoot, 'web/kit/places/data/labels/6');
  const columns = readdirSync(folder);
  const files = columns.flatMap((x) => readdirSync(join(folder, x)).map((name) => join(folder, x, name)));
  type Feature = { readonly properties: Record<string, string | number> };
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { readonly features: readonly Feature[] };

  test('cover every tile of the region', () => {
    expect(columns.toSorted()).toEqual(['34', '35', '36', '37']);
    expect(files).toHaveLength(16);
  });

  test('hold English names, ranks 1 to 8, and the most important first', () => {
    for (const { features } of files.map(read)) {
      const ranks = features.map(({ properties }) => Number(properties.rank));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      for (const { properties } of features) {
        expect(properties['name:en']).toMatch(/./);
        expect(properties['name:ru']).not.toBe(properties['name:en']);
        expect(properties.rank).toBeGreaterThanOrEqual(1);
        expect(properties.rank).toBeLessThanOrEqual(8);
      }
    }
  });

  test('hold the places that the search finds', () => {
    const labels = new Set(files.flatMap((path) => read(path).features.map(({ properties }) => properties['name:en'])));
    const outside = places.filter(({ en }) => !labels.has(en)).map(({ en }) => en);
    expect(outside).toEqual(['Kyiv']);
  });
});
