import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerText.ts';
import { parseLandmarks } from '#web/kit/places/Landmark.ts';
import { PlaceSearch } from '#web/kit/places/PlaceSearch.ts';

const read = (name: string) => readFileSync(join(projectRoot, 'web/kit/places/data', name), 'utf8');
const places = [...parseLandmarks(read('landmarks.txt')), ...parseGazetteer(read('gazetteer.txt'))];
const search = new PlaceSearch(places);
const first = (query: string) => search.find(query, 8)[0]?.en;

describe('the first place found', () => {
  test.each([
    ['sofia', 'Sofia'],
    ['СОФИЯ', 'Sofia'],
    ['Sofija', 'Sofia'],
    ['sof', 'Sofia'],
    ['Велико-Тырново', 'Veliko Tarnovo'],
    ['велико търново', 'Veliko Tarnovo'],
    ['turnovo', 'Veliko Tarnovo'],
    ['nis', 'Niš'],
    ['Ниш', 'Niš'],
    ['солун', 'Thessaloniki'],
    ['салоники', 'Thessaloniki'],
    ['solun', 'Thessaloniki'],
    ['одрин', 'Edirne'],
    ['букурещ', 'Bucharest'],
    ['bucuresti', 'Bucharest'],
    ['beograd', 'Belgrade'],
    ['djakovo', 'Đakovo'],
    ['đakovo', 'Đakovo'],
    ['кишинев', 'Chișinău'],
    ['кишинёв', 'Chișinău'],
    ['banja luka', 'Banja Luka'],
    ['banya luka', 'Banja Luka'],
    ['iasi', 'Iași'],
    ['iaşi', 'Iași'],
    ['Bansko', 'Bansko'],
    ['банско', 'Bansko'],
  ])('for %s is %s', (query, name) => expect(first(query)).toBe(name));

  test.each([
    ['plovdv', 'Plovdiv'],
    ['plvodiv', 'Plovdiv'],
    ['пловдиф', 'Plovdiv'],
    ['blagoevgrat', 'Blagoevgrad'],
    ['thesaloniki', 'Thessaloniki'],
    ['копривщица', 'Koprivshtitsa'],
  ])('for %s, misspelt, is %s', (query, name) => expect(first(query)).toBe(name));
});

test.each([
  ['Мусала', 'peak', 'Musala'],
  ['musala', 'peak', 'Musala'],
  ['мусалла', 'peak', 'Musala'],
  ['Черни връх', 'peak', 'Cherni Vrah'],
  ['Черни-Врых', 'peak', 'Cherni Vrah'],
  ['вихрен', 'peak', 'Vihren'],
  ['ботев', 'peak', 'Botev'],
  ['Triglav', 'peak', 'Triglav'],
  ['Витоша', 'range', 'Vitosha'],
  ['витош', 'range', 'Vitosha'],
  ['Пирин', 'range', 'Pirin'],
  ['Рила', 'range', 'Rila'],
  ['rila', 'range', 'Rila'],
  ['стара планина', 'range', 'Stara Planina'],
  ['Балкан', 'range', 'Stara Planina'],
  ['Родопы', 'range', 'Rhodope'],
  ['Олимп', 'range', 'Olympus'],
  ['Трансфагарашан', 'pass', 'Bâlea'],
  ['Шипка', 'pass', 'Shipka Pass'],
  ['shipka', 'pass', 'Shipka Pass'],
  ['петрохан', 'pass', 'Petrohan'],
  ['Рилски манастир', 'monastery', 'Rila Monastery'],
  ['Рильский монастырь', 'monastery', 'Rila Monastery'],
  ['rila monastery', 'monastery', 'Rila Monastery'],
  ['бачково', 'monastery', 'Bachkovo Monastery'],
  ['хилендар', 'monastery', 'Hilandar'],
  ['Метеоры', 'monastery', 'Meteora'],
  ['седемте рилски езера', 'hut', 'Seven Lakes Hut'],
  ['алеко', 'hut', 'Aleko'],
  ['национален парк пирин', 'park', 'Pirin National Park'],
  ['Добруджа', 'plain', 'Dobruja'],
] as const)('what a Bulgarian means by %s is the %s %s', (query, kind, en) => {
  expect(search.find(query, 8)[0]).toMatchObject({ kind, en });
});

test.each([
  ['ново село', 'BG'],
  ['троян', 'BG'],
  ['белица', 'BG'],
  ['борово', 'BG'],
  ['банкя', 'BG'],
  ['варна', 'BG'],
])('%s is a place in the country, not a village abroad', (query, country) => {
  expect(search.find(query, 8)[0]).toMatchObject({ country });
});

test('of places with one name that in view comes first', () => {
  const near = (latitude: number, longitude: number) => search.find('novo selo', 8, { latitude, longitude })[0];
  expect(near(41.41, 22.88)).toMatchObject({ country: 'MK' });
  expect(near(44.16, 22.8)).toMatchObject({ country: 'BG' });
});

test('who types the beginning of a name finds the town with most people first', () => {
  const found = search.find('pl', 8);
  expect(found.map(({ en }) => en)).toContain('Plovdiv');
  expect(found).toHaveLength(8);
  expect(new Set(found).size).toBe(8);
});

test('a word inside a name counts too', () => {
  expect(search.find('zagora', 8).map(({ en }) => en)).toEqual(expect.arrayContaining(['Stara Zagora', 'Nova Zagora']));
});

test.each(['', '   ', '—', '!?'])('%j finds nothing', (query) => expect(search.find(query, 8)).toEqual([]));

test('of 19,000 places the first is found within 30 ms of a key', () => {
  const queries = ['s', 'so', 'sof', 'sofi', 'sofia', 'xyzzyq', 'пловд', 'blagoevgrat', 'novo s', 'stara zagoar'];
  const once = (query: string) => cpuMs(() => search.find(query, 8));
  const slowest = queries.map((query) => Math.min(...Array.from({ length: 5 }, () => once(query))));
  const ms = Math.max(...slowest);
  process.stdout.write(`search among ${places.length} places: at most ${ms.toFixed(1)} ms a key\n`);
  expect(places.length).toBeGreaterThan(19_000);
  expect(ms).toBeLessThan(30);
});
