import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { xmlElement } from '#shared/http/xmlText.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { LEVELS } from '#shared/watch/Area.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { capFaults } from '#tests/support/cap/capFaults.ts';
import { pairs } from '#tests/support/pairs.ts';
import { atomFeed } from '#worker/watch/feeds/atomFeed.ts';
import { type BookChanges, episodeOf, type FeedArea, toldChanges } from '#worker/watch/feeds/BookChanges.ts';
import { capAlert, capArea, capRating, capTime } from '#worker/watch/feeds/capAlert.ts';

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
const CAMP: FeedArea = {
  id: AREA,
  name: 'Лагер <"&>',
  shape: { type: 'Point', coordinates: [23.32, 42.7] },
  ringsKm: [30, 16, 10],
};
const SITE = { origin: 'https://lightning.example.com', isSimulated: false };
const strike = { ordinal: 7, atMs: NOON_MS - 5_000, km: 6.54, bearing: 44 };

function changeOf(
  change: number,
  kind: AreaChange['kind'],
  from: AreaChange['from'],
  to: AreaChange['to'],
): AreaChange {
  const atMs = NOON_MS + change * 60_000;
  const cause = { strike: kind === 'raise' ? strike : null, correction: false, late: false, found: false };
  return { change, atMs, kind, from, to, watermarkMs: atMs, ...cause };
}

const STORM: readonly AreaChange[] = [
  changeOf(2, 'raise', 'clear', 'watch'),
  changeOf(3, 'raise', 'watch', 'stop'),
  changeOf(6, 'blind', 'stop', 'stop'),
  changeOf(7, 'sight', 'stop', 'stop'),
  changeOf(8, 'fall', 'stop', 'warning'),
  changeOf(9, 'fall', 'warning', 'clear'),
  changeOf(10, 'blind', 'clear', 'clear'),
  changeOf(11, 'raise', 'clear', 'stop'),
  changeOf(12, 'sight', 'stop', 'stop'),
  changeOf(13, 'fall', 'stop', 'clear'),
  changeOf(14, 'raise', 'clear', 'warning'),
];
const book = (language = 'bg'): BookChanges => ({
  id: 'a'.repeat(32),
  language,
  timeZone: 'Europe/Sofia',
  createdMs: NOON_MS,
  areas: [CAMP],
  changes: STORM.map((change) => ({ area: AREA, change })),
});
const capOf = (change: number, isSimulated = false, area = CAMP, language = 'bg') =>
  capAlert(book(language), area, episodeOf(STORM, change), { ...SITE, isSimulated });
const textOf = (document: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1];

describe('a CAP message', () => {
  test('is valid for every change, shape and language, in earnest and as an exercise', async () => {
    const corners = [
      [23, 42],
      [23.1, 42],
      [23.1, -42.1234],
      [23, 42],
    ] as const;
    const shapes = [
      CAMP.shape,
      { type: 'LineString', coordinates: [corners[0], corners[1]] },
      { type: 'LineString', coordinates: corners.slice(0, 3) },
      { type: 'Polygon', coordinates: [corners] },
    ] as FeedArea['shape'][];
    const documents = STORM.flatMap(({ change }) =>
      shapes.flatMap((shape) =>
        LANGUAGES.flatMap((language) => [false, true].map((is) => capOf(change, is, { ...CAMP, shape }, language))),
      ),
    );
    expect([documents.length, await capFaults(...documents)]).toEqual([11 * 4 * 3 * 2, []]);
  });

  test.each([
    ['without its time of sending', (whole: string) => whole.replace(/<sent>.*<\/sent>/, '')],
    ['with a time in Z', (whole: string) => whole.replace(/(<sent>[^+]*)\+03:00/, '$1Z')],
    ['of another kind', (whole: string) => whole.replace('>Alert<', '>Alarm<')],
    [
      'with its elements in another order',
      (whole: string) => whole.replace(/(<scope>.*<\/scope>)(.*)<info>/, '$2$1<info>'),
    ],
    ['with an identifier that has a space', (whole: string) => whole.replace('<identifier>', '<identifier>a b')],
  ])('%s is found to be invalid', async (_, spoil) => {
    const spoilt = spoil(capOf(2));
    expect(spoilt).not.toBe(capOf(2));
    expect(await capFaults(spoilt)).not.toEqual([]);
  });

  test('begins with an alert, goes on with updates that name all before, and ends with an all-clear', () => {
    const kinds = STORM.map(({ change }) => {
      const document = capOf(change);
      return [
        change,
        textOf(document, 'msgType'),
        textOf(document, 'responseType'),
        textOf(document, 'references')?.split(' ').length ?? 0,
      ];
    });
    expect(kinds).toEqual([
      [2, 'Alert', 'Monitor', 0],
      [3, 'Update', 'Shelter', 1],
      [6, 'Update', 'Shelter', 2],
      [7, 'Update', 'Shelter', 3],
      [8, 'Update', 'Prepare', 4],
      [9, 'Update', 'AllClear', 5],
      [10, 'Alert', 'Monitor', 0],
      [11, 'Update', 'Shelter', 1],
      [12, 'Update', 'Shelter', 2],
      [13, 'Update', 'AllClear', 3],
      [14, 'Alert', 'Prepare', 0],
    ]);
    expect(textOf(capOf(3), 'references')).toBe(
      `lightning.example.com,${AREA}.2.${NOON_MS + 120_000},2026-07-01T15:02:00+03:00`,
    );
  });

  test('is an all-clear only where a level falls to clear: neither lowered, nor blind, nor seen again', () => {
    const kinds = ['raise', 'fall', 'blind', 'sight'] as const;
    const clear = kinds.flatMap((kind) =>
      LEVELS.filter((to) => capRating({ kind, to }).responseType === 'AllClear').map((to) => `${kind} ${to}`),
    );
    expect(clear).toEqual(['fall clear']);
  });

  test('of blindness is certain of nothing, and keeps the danger that was known', () => {
    expect(capRating({ kind: 'blind', to: 'stop' })).toMatchObject({ severity: 'Severe', certainty: 'Unknown' });
    expect(capRating({ kind: 'blind', to: 'clear' })).toMatchObject({ severity: 'Unknown', certainty: 'Unknown' });
    expect(capOf(6)).toContain('<valueName>unknown</valueName><value>true</value>');
  });

  test('says EXERCISE where strikes are simulated, and only there', () => {
    expect([textOf(capOf(2), 'status'), textOf(capOf(2, true), 'status')]).toEqual(['Actual', 'Exercise']);
    expect(textOf(capOf(2, true), 'headline')).toMatch(/^УЧЕНИЕ/);
  });

  test('gives a point the ring that was reached, and a polygon its corners, latitude first', () => {
    const { shape: _, ...rest } = CAMP;
    const ring = pairs('23,42 24,42 24,43 23,42');
    expect(capArea({ ...CAMP, name: 'x' }, 'warning')).toBe(
      '<area><areaDesc>x</areaDesc><circle>42.7,23.32 16</circle></area>',
    );
    const polygon = { ...rest, name: 'x', shape: { type: 'Polygon', coordinates: [ring] } } as FeedArea;
    expect(capArea(polygon, 'stop')).toContain('<polygon>42,23 42,24 43,24 42,23</polygon>');
  });

  test('tells times with the offset of that very instant, of UTC as -00:00', () => {
    const winterMs = Date.UTC(2026, 0, 1, 23, 30, 5, 900);
    expect([
      capTime(NOON_MS, 'Europe/Sofia'),
      capTime(winterMs, 'Europe/Sofia'),
      capTime(NOON_MS, 'UTC'),
      capTime(NOON_MS, 'America/St_Johns'),
    ]).toEqual([
      '2026-07-01T15:00:00+03:00',
      '2026-01-02T01:30:05+02:00',
      '2026-07-01T12:00:00-00:00',
      '2026-07-01T09:30:00-02:30',
    ]);
  });
});

describe('an Atom feed', () => {
  const root = 'https://lightning.example.com/api/v1/watch/b/feeds/k';

  test('is well formed, has the newest change first, and the same ids every time', () => {
    const feed = atomFeed(book('en'), root, SITE);
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(feed).close();
    const ids = [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
    expect(ids.slice(0, 2)).toEqual([
      `tag:lightning.example.com,2026:watch/${'a'.repeat(32)}`,
      `tag:lightning.example.com,2026:watch/${AREA}.14.${NOON_MS + 14 * 60_000}`,
    ]);
    expect(new Set(ids).size).toBe(STORM.length + 1);
    expect(feed).toContain('<updated>2026-07-01T12:14:00.000Z</updated><author>');
    expect(feed).toContain(`href="${root}/cap/${AREA}/14.xml"`);
    expect(feed).toContain('<title>STOP: Лагер &lt;&quot;&amp;&gt;</title>');
  });

  test('without changes is as old as the book', () => {
    const feed = atomFeed({ ...book(), changes: [] }, root, SITE);
    expect(feed).toContain('<updated>2026-07-01T12:00:00.000Z</updated>');
    expect(feed).not.toContain('<entry>');
  });

  test('does not tell of sight that was never lost: a new area is unknown until its past was read', () => {
    const of = (changes: readonly AreaChange[]) => changes.map((change) => ({ area: AREA, change }));
    const first = changeOf(1, 'sight', 'clear', 'clear');
    expect(toldChanges(of([first, ...STORM]))).toEqual(of(STORM));
  });
});

test('an element without content is closed at once, and what is undefined in it is left out', () => {
  expect(xmlElement('a', [undefined, xmlElement('b', ''), undefined], { c: '"' })).toBe('<a c="&quot;"><b/></a>');
});
