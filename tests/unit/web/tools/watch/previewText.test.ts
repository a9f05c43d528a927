import { beforeAll, expect, test } from 'vitest';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { previewText } from '#web/tools/watch/screens/Preview.tsx';

const DAY = 86_400_000;
const PREVIEW = {
  fromMs: 0,
  toMs: 14 * DAY,
  alerts: 6,
  atNight: 2,
  byLevel: { watch: 6, warning: 4, stop: 3 },
  longestStopMs: 112 * 60_000,
  unreadMs: 0,
  askedDays: 14,
  cut: false,
};

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['book']);
});

const said = (parts: object = {}) =>
  previewText({ ...PREVIEW, ...parts }, 30, textsFor('en'), 'en').replaceAll('\u00a0', ' ');

test('what watching would have told is said in a sentence or two', () => {
  expect(said()).toBe(
    'Last 14 days: lightning within 30 km: 6, at night: 2, with a stop: 3. Longest stop: 1 hr 52 min.',
  );
  expect(said({ alerts: 0, longestStopMs: 0 })).toBe('Last 14 days: no lightning within 30 km.');
});

test('a short archive and what was not read are owned up to', () => {
  expect(said({ toMs: 3 * DAY })).toContain('The archive here covers 3 days only.');
  expect(said({ toMs: DAY })).toMatch(/^Last 1 day: .* covers 1 day only\.$/);
  expect(said({ toMs: 13.8 * DAY })).not.toContain('only');
  expect(said({ unreadMs: 2 * 3_600_000 })).toContain('2 hr of it were not read: more may have fallen.');
  expect(said({ toMs: 0 })).toBe('The archive does not cover this place yet.');
});

test('where there was too much to search, that is said, in each language, and not that the archive is short', () => {
  const cut = { ...PREVIEW, fromMs: 9.5 * DAY, cut: true };
  expect(said(cut)).toContain('There was so much lightning around that only the newest 4.5 days were searched.');
  expect(said(cut)).not.toContain('archive');
  expect(previewText(cut, 30, textsFor('ru'), 'ru')).toContain('просмотрены только последние дни: 4,5.');
  expect(previewText(cut, 30, textsFor('bg'), 'bg')).toContain('прегледани само последните дни: 4,5.');
});

test('a sentence that ends with a unit has one point, not two', () => {
  const text = previewText({ ...PREVIEW, longestStopMs: 26 * 3_600_000 }, 30, textsFor('ru'), 'ru');
  expect(text).toContain('«Стоп»: 1');
  expect(text).not.toContain('..');
});
