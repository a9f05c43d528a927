import { beforeAll, expect, test } from 'vitest';
import { NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import { timeFilterText } from '#web/sky/words/timeText.ts';

test.each([
  [0, 'en', '0 sec'],
  [-4_000, 'en', '0 sec'],
  [59_999, 'en', '59 sec'],
  [60_000, 'en', '1 min'],
  [3_599_999, 'bg', '59 мин'],
  [7_200_000, 'ru', '2 ч'],
  [90_000_000, 'en', '1 day'],
])('%d ms in %s reads %s', (ms, locale, text) => {
  expect(spanText(ms, locale)).toBe(text.replace(' ', '\u00a0'));
});

beforeAll(async () => {
  await Promise.all((['en', 'ru', 'bg'] as const).map((locale) => loadTexts(locale, ['map'])));
});

test.each([
  ['en', ['Last 10 minutes', 'Last hour', 'Last 6 hours', 'Last 24 hours']],
  ['ru', ['Последние 10 минут', 'Последний час', 'Последние 6 часов', 'Последние 24 часа']],
  ['bg', ['Последните 10 минути', 'Последният час', 'Последните 6 часа', 'Последните 24 часа']],
] as const)('the windows on offer are named in %s', (locale, names) => {
  expect(TIME_FILTERS_MS.map((windowMs) => timeFilterText(windowMs, textsFor(locale)))).toEqual(names);
});

test('any other window is none of them', () => {
  expect(timeFilterText(1, textsFor('en'))).toBe('None (all strikes)');
  expect(timeFilterText(NO_TIME_FILTER_MS, textsFor('en'))).toBe('None (all strikes)');
});
