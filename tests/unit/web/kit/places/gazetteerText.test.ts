import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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

test('every place has a rank of 1 to 8, and few have the first', () => {
  const ranks = readFileSync(join(projectRoot, 'web/kit/places/data/ranks.txt'), 'utf8').trim();
  expect(ranks).toMatch(/^[1-8]+$/);
  expect(ranks).toHaveLength(places.length);
  const first = places.filter((_, index) => ranks[index] === '1').map(({ en }) => en);
  expect(first).toEqual(expect.arrayContaining(['Sofia', 'Belgrade', 'Athens', 'Istanbul']));
  expect(first.length).toBeLessThan(100);
});
