import { beforeAll, expect, test } from 'vitest';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['landing']);
});

const count = (locale: Locale, n: number) =>
  textsFor(locale).landing.hero.strikesLastHour({ count: n }).replaceAll('\u00a0', ' ');

test.each([
  ['en', 1, '1 strike in the last hour'],
  ['en', 2, '2 strikes in the last hour'],
  ['en', 21, '21 strikes in the last hour'],
  ['ru', 1, '1 молния за последний час'],
  ['ru', 2, '2 молнии за последний час'],
  ['ru', 5, '5 молний за последний час'],
  ['ru', 11, '11 молний за последний час'],
  ['ru', 21, '21 молния за последний час'],
  ['ru', 22, '22 молнии за последний час'],
  ['bg', 1, '1 мълния през последния час'],
  ['bg', 2, '2 мълнии през последния час'],
  ['bg', 21, '21 мълнии през последния час'],
] as const)('strikes are counted as people speak: %s, %i', (locale, n, text) => {
  expect(count(locale, n)).toBe(text);
});

test('large numbers are grouped as each language writes them', () => {
  expect(count('en', 12_345)).toMatch(/^12,345 strikes/);
  expect(count('ru', 12_345)).toMatch(/^12 345 молний/);
  expect(count('bg', 12_345)).toMatch(/^12 345 мълнии/);
});
