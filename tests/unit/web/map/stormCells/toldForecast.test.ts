import { beforeAll, describe, expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import {
  forecastWords,
  heldStrokes,
  placeForecast,
  reachesBack,
  toldForecast,
} from '#web/map/stormCells/toldForecast.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { AT, aCell, aNews } from './aCell.ts';

const HOME = { west: 16, south: 37.5, east: 29.5, north: 47.5 };
const SOFIA = { latitude: 42.7, longitude: 23.3 };
/** From the west at 50 km/h, its flashes 30 km to 50 km away. */
const coming = aCell({ longitude: 22.81, eastKmH: 50, showArrow: true, radiusKm: 10 });
const strokes = Array.from({ length: 20 }, (_, index) => ({
  latitude: 42.7 + ((index % 5) - 2) * 0.03,
  longitude: 22.81 + (((index * 7) % 9) - 4) * 0.025 - ((index / 2) * 50) / 60 / 82,
  atMs: AT - index * 30_000,
}));
const approaching = { state: 'approaching', p30: 0.26, p60: 0.52, etaMin: 24, range80: [5, 53] } as const;

beforeAll(async () => {
  await Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map', 'cells'])));
});

test('a forecast is made of the cells and the strikes held, for places of home alone', () => {
  const told = placeForecast(SOFIA, HOME, aNews([coming]), strokes, AT);
  expect(told).toMatchObject({ state: 'approaching', partial: false, etaHidden: false });
  expect(told?.eta?.minutes).toBeGreaterThanOrEqual(20);
  expect(told?.eta?.minutes).toBeLessThanOrEqual(40);
  expect(told?.chance?.p60).toBeGreaterThanOrEqual(told?.chance?.p30 ?? 1);
  expect(placeForecast({ latitude: 52, longitude: 13 }, HOME, aNews([coming]), strokes, AT)).toBeUndefined();
});

test('minutes are told from now on, not from when the forecast was made, and in steps of five', () => {
  expect(toldForecast(approaching, aNews([]), AT).eta).toEqual({ minutes: 25, range: [5, 53] });
  expect(toldForecast(approaching, aNews([]), AT + 6 * 60_000).eta).toEqual({ minutes: 20, range: [0, 47] });
  expect(toldForecast({ ...approaching, etaMin: 2 }, aNews([]), AT + 6 * 60_000).eta?.minutes).toBe(5);
});

describe('in words', () => {
  const words = (parts: Parameters<typeof aNews>[1], locale: Locale = 'en', answer: object = {}) =>
    forecastWords(toldForecast({ ...approaching, ...answer }, aNews([], parts), AT), textsFor(locale))
      .join(' ')
      .replaceAll('\u00a0', ' ');

  test.each([
    [
      'en',
      'A storm cell is approaching. If it comes: in about 25 min; 8 times in 10 between 5 and 53 min. Lightning within 10 km: about 1 in 4 within 30 min, about 1 in 2 within an hour.',
    ],
    [
      'ru',
      'Гроза приближается. Если дойдёт, то примерно через 25 мин; в 8 случаях из 10 — через 5–53 мин. Молния ближе 10 км: примерно 1 шанс из 4 за 30 мин, примерно 1 шанс из 2 за час.',
    ],
    [
      'bg',
      'Приближава се гръмотевична буря. Ако дойде: след около 25 мин; в 8 от 10 случая между 5 и 53 мин. Мълния на под 10 км: шанс около 1 на 4 до 30 мин, шанс около 1 на 2 до час.',
    ],
  ] as const)('a place that is approached (%s)', (locale, text) => {
    expect(words({}, locale)).toBe(text);
  });

  test('a time of arrival is told only while something approaches', () => {
    expect(words({}, 'en', { state: 'passing', etaMin: undefined, range80: undefined })).toBe(
      'A storm cell is passing by. Lightning within 10 km: about 1 in 4 within 30 min, about 1 in 2 within an hour.',
    );
  });

  test('what has not held lately is left out, and it is said that it is', () => {
    const hidden = words({ hidden: ['eta', 'chance'] });
    expect(hidden).toBe(
      'A storm cell is approaching. The time is not told: it has not held lately. Chances are not told: they have not held lately.',
    );
    expect(words({ hidden: ['eta'] }, 'en', { etaMin: undefined, range80: undefined })).not.toContain(
      'time is not told',
    );
  });

  test('if some of the sky was not read, that is said', () => {
    expect(words({ partial: true })).toContain('Some of the sky was not read: there may be more.');
  });

  test('no state and no chance is called safe, or sure, in any language', () => {
    for (const locale of LOCALES) {
      for (const state of ['here', 'approaching', 'passing', 'away', 'unclear', 'quiet'] as const) {
        for (const p of [0, 1]) {
          const said = words({}, locale, { state, p30: p, p60: p });
          expect(said).not.toMatch(/safe|безопас|сигурн|гаранти|certain|\b0 |100/i);
        }
      }
    }
    expect(words({}, 'ru', { p30: 0.9, p60: 0.67 })).toContain(
      'примерно 9 шансов из 10 за 30 мин, примерно 2 шанса из 3',
    );
  });
});

test('what is held of the ten minutes before is read by time, and whether the window reaches back so far is known', () => {
  const store = new StrikeStore({ capacity: 100, maxAgeMs: 3_600_000, epochMs: AT });
  const held = [AT - 601_000, AT - 1_000, AT - 300_000, AT + 1_000];
  store.append(strikesToColumns(held.map((atMs, index) => ({ id: `s${index}`, ordinal: index, ...SOFIA, atMs }))), AT);
  expect(heldStrokes(store, AT).map(({ atMs }) => atMs)).toEqual([AT - 300_000, AT - 1_000]);
  expect(reachesBack(AT - 600_000, AT - 300_000)).toBe(true);
  // A window from 12:11 on is read from 12:00 on: of cells at 12:08 the first two minutes are missing.
  expect(reachesBack(AT - 19 * 60_000, AT - 22 * 60_000)).toBe(false);
});
