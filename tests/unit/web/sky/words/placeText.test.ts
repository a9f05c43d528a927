import { beforeAll, expect, test } from 'vitest';
import { COMPASS_POINTS } from '#shared/geo/geodesy.ts';
import { type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { nearPlaceText, placeInSentence } from '#web/sky/words/placeText.ts';

const position = { latitude: 41.838, longitude: 23.488, also: [], country: 'BG' };
const BANSKO = { ...position, en: 'Bansko', ru: 'Банско', bg: 'Банско', population: 8_500 };
const SOFIA = { ...position, en: 'Sofia', ru: 'София', bg: 'София', population: 1_200_000 };
const DOBOJ = { ...position, en: 'Doboj', ru: 'Добой', bg: 'Добой', population: 27_000 };
const LOVEC = { ...position, en: 'Lovets', ru: 'Ловец', bg: 'Ловец', population: 900 };
const CALARASI = { ...position, en: 'Făget', ru: 'Făget', bg: 'Făget', population: 4_000 };

beforeAll(async () => {
  await Promise.all((['en', 'ru', 'bg'] as const).map((locale) => loadTexts(locale, ['map'])));
});

const text = (locale: Locale, place: typeof BANSKO, direction: (typeof COMPASS_POINTS)[number], km: number) =>
  nearPlaceText({ place, km, direction }, textsFor(locale), locale).replaceAll('\u00a0', ' ');

test('every direction reads well in English', () => {
  expect(COMPASS_POINTS.map((direction) => text('en', BANSKO, direction, 4.2))).toEqual([
    '4 km north of Bansko',
    '4 km north-east of Bansko',
    '4 km east of Bansko',
    '4 km south-east of Bansko',
    '4 km south of Bansko',
    '4 km south-west of Bansko',
    '4 km west of Bansko',
    '4 km north-west of Bansko',
  ]);
});

test('every direction reads well in Russian', () => {
  expect(COMPASS_POINTS.map((direction) => text('ru', BANSKO, direction, 4.2))).toEqual([
    'в 4 км к северу от Банско',
    'в 4 км к северо-востоку от Банско',
    'в 4 км к востоку от Банско',
    'в 4 км к юго-востоку от Банско',
    'в 4 км к югу от Банско',
    'в 4 км к юго-западу от Банско',
    'в 4 км к западу от Банско',
    'в 4 км к северо-западу от Банско',
  ]);
});

test('every direction reads well in Bulgarian', () => {
  expect(COMPASS_POINTS.map((direction) => text('bg', BANSKO, direction, 4.2))).toEqual([
    'на 4 км северно от Банско',
    'на 4 км североизточно от Банско',
    'на 4 км източно от Банско',
    'на 4 км югоизточно от Банско',
    'на 4 км южно от Банско',
    'на 4 км югозападно от Банско',
    'на 4 км западно от Банско',
    'на 4 км северозападно от Банско',
  ]);
});

test('in Russian a name is declined after «от», or its kind comes first', () => {
  expect(text('ru', SOFIA, 'n', 12)).toBe('в 12 км к северу от Софии');
  expect(text('ru', DOBOJ, 'n', 12)).toBe('в 12 км к северу от города Добой');
  expect(text('ru', LOVEC, 'n', 12)).toBe('в 12 км к северу от н. п. Ловец');
  expect(text('ru', CALARASI, 'n', 12)).toBe('в 12 км к северу от н. п. Făget');
});

test.each(['en', 'ru', 'bg'] as const)('what is at a place is only named (%s)', (locale) => {
  expect(text(locale, SOFIA, 'n', 1.4)).toBe(SOFIA[locale]);
  expect(text(locale, SOFIA, 'n', 1.5)).toMatch(/2/);
});

test.each([
  ['en', 'near Sofia'],
  ['ru', 'около Софии'],
  ['bg', 'при София'],
] as const)('within a sentence what is there is near it (%s)', (locale, said) => {
  expect(placeInSentence({ place: SOFIA, km: 1, direction: 'n' }, textsFor(locale), locale)).toBe(said);
});
