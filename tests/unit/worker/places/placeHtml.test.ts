import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { NAMED_PLACES, placeOfSlug } from '#shared/places/NamedPlaces.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { aCell, aNews } from '#tests/unit/web/map/stormCells/aCell.ts';
import type { HomeSky } from '#worker/places/homeSky.ts';
import { nameAfterNear, type PlacePage } from '#worker/places/PlacePage.ts';
import { placeHead } from '#worker/places/placeHead.ts';
import { missingHtml, placeHtml } from '#worker/places/placeHtml.ts';
import { factsOf } from '#worker/places/placeSky.ts';
import { aSky, MINUTE_MS, NOW, northOf, PLOVDIV, someCounts } from './aPlacePage.ts';

function htmlOf(sky: HomeSky | undefined, parts: Partial<PlacePage> = {}): string {
  const facts = factsOf(PLOVDIV, sky, NOW);
  const [sofia] = NAMED_PLACES.filter(({ slug }) => slug === 'sofia');
  const neighbours = sofia ? [sofia] : [];
  const page = { place: PLOVDIV, language: 'en', nowMs: NOW, sky, counts: someCounts(), neighbours, facts } as const;
  return placeHtml({ ...page, ...parts });
}
const partOf = (html: string, name: string) =>
  (new RegExp(`data-live="${name}".*?</section>`, 's').exec(html)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ');

test('a quiet sky that was read is said in one sentence, as of a time on the place’s clock', () => {
  const html = htmlOf(aSky({ cells: encodeCells(aNews([], {})) }));
  expect(partOf(html, 'verdict')).toContain('No lightning within 100\u00a0km in the last hour. All of it was read.');
  expect(partOf(html, 'verdict')).toContain('1 July 2026 at 14:00:00, local time (11:00 UTC)');
  expect(html).toContain('datetime="2026-07-01T11:00:00.000Z"');
  expect(partOf(html, 'unread')).toContain('All of the last 14 days was read.');
  expect(html).not.toContain('data-hatch');
});

test.each<[string, HomeSky | undefined, Partial<PlacePage>, RegExp]>([
  [
    'the feed is down',
    aSky({ feed: { state: 'down', lastSuccessMs: NOW - 10 * MINUTE_MS } }),
    {},
    /No data since 13:50/,
  ],
  ['the Feed does not answer', undefined, {}, /No data: nobody can say/],
  [
    'minutes were not read',
    aSky({ unread: [[NOW - 20 * MINUTE_MS, NOW - 19 * MINUTE_MS]] }),
    {},
    /Not all of it was read/,
  ],
  ['the feed is late', aSky({ feed: { state: 'delayed', lastSuccessMs: NOW - 90_000 } }), {}, /Data is late/],
  ['the archive does not answer', aSky(), { counts: undefined }, /This could not be read just now/],
])('where %s, nothing of the page looks quiet', (_, sky, parts, said) => {
  const html = htmlOf(sky, parts);
  expect(html.replace(/<[^>]*>/g, ' ')).toMatch(said);
  expect(html).not.toContain('All of the last 14 days');
  expect(html).not.toContain('No storm cell within');
  if (sky?.feed.state === 'down') expect(html).toContain('data-hatch');
});

test('lightning leads, with its time; its storm cell is told with where it moves', () => {
  const cell = aCell({
    latitude: northOf(0, 25).latitude,
    longitude: PLOVDIV.longitude,
    northKmH: -40,
    showArrow: true,
  });
  const cells = encodeCells({ ...aNews([cell]), atMs: NOW - MINUTE_MS });
  const html = htmlOf(aSky({ cells, simulated: true }, [northOf(3, 20), northOf(4, 25), northOf(40, 5)]));
  expect(partOf(html, 'verdict')).toMatch(/Lightning 20\u00a0km north at 13:57\..*Simulated data\./);
  expect(partOf(html, 'cells')).toMatch(/25\u00a0km north; .*moving south at 40\u00a0km\/h/);
  expect(partOf(html, 'plots')).toMatch(/Last hour Strikes: 1/);
});

test.each(LANGUAGES)('nothing is left to fill, in %s', (language) => {
  const cell = aCell({ latitude: PLOVDIV.latitude + 0.2, longitude: PLOVDIV.longitude });
  const sky = aSky({ cells: encodeCells({ ...aNews([cell]), atMs: NOW }) }, [northOf(3, 20)]);
  const counts = someCounts({ unread: [[NOW - 300 * MINUTE_MS, NOW - 290 * MINUTE_MS]] });
  const { title, description, jsonLd } = placeHead({ place: PLOVDIV, language, sky }, 'https://example.org');
  const written = [htmlOf(sky, { language, counts }), title, description, missingHtml(language, [PLOVDIV])].join('');
  expect(written).not.toMatch(/\{\w+\}|undefined|NaN/);
  expect(JSON.parse(jsonLd)).toMatchObject({ about: { geo: { latitude: PLOVDIV.latitude } }, inLanguage: language });
});

test.each([
  ['plovdiv', 'en', 'Plovdiv'],
  ['plovdiv', 'ru', 'Пловдива'],
  ['thessaloniki', 'ru', 'Салоник'],
  ['botev', 'bg', 'връх\u00a0Ботев'],
  ['cherni-vrah', 'bg', 'Черни връх'],
  ['musala', 'ru', 'вершины\u00a0Мусала'],
] as const)('the name of %s stands after "near" in %s as %s', (slug, language, name) => {
  const place = placeOfSlug(slug);
  expect(place && nameAfterNear(place, language)).toBe(name);
});

test.each(LANGUAGES)('[FD20] of a satellite the page counts flashes and promises no alert, in %s', (language) => {
  const ofSky = (primary: PrimarySource | null) => {
    const feed = { state: 'delayed', cause: 'late', lastSuccessMs: NOW } as const;
    const sky = aSky({ primary, guards: primary === null, feed }, [northOf(13, 20)]);
    const { title, description } = placeHead({ place: PLOVDIV, language, sky }, 'https://example.org');
    return { html: htmlOf(sky, { language }), head: `${title} ${description}` };
  };
  const [usual, satellite] = [ofSky(null), ofSky(SATELLITE)];
  const flash = { en: /flash/i, ru: /вспыш/i, bg: /светкавиц/i }[language];
  const alert = { en: /alert/, ru: /оповещения/, bg: /извести/ }[language];
  expect(partOf(satellite.html, 'plots')).toMatch(flash);
  expect(partOf(usual.html, 'plots')).not.toMatch(flash);
  expect(usual.head).toMatch(alert);
  expect(satellite.head).not.toMatch(alert);
  expect(`${satellite.html}${satellite.head}`).not.toMatch(/\{\w+\}|undefined/);
  expect(satellite.html).toContain('15\u00a0');
});
