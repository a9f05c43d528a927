import { beforeAll, expect, test } from 'vitest';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['map']);
});

const count = (locale: Locale, n: number) => textsFor(locale).map.count({ count: n }).replaceAll('\u00a0', ' ');

test.each([
  ['en', 1, '1 strike in view'],
  ['en', 2, '2 strikes in view'],
  ['en', 21, '21 strikes in view'],
  ['ru', 1, '1 молния на экране'],
  ['ru', 2, '2 молнии на экране'],
  ['ru', 5, '5 молний на экране'],
  ['ru', 11, '11 молний на экране'],
  ['ru', 21, '21 молния на экране'],
  ['ru', 22, '22 молнии на экране'],
  ['bg', 1, '1 мълния на картата'],
  ['bg', 2, '2 мълнии на картата'],
  ['bg', 21, '21 мълнии на картата'],
] as const)('strikes are counted as people speak: %s, %i', (locale, n, text) => {
  expect(count(locale, n)).toBe(text);
});

test('large numbers are grouped as each language writes them', () => {
  expect(count('en', 12_345)).toMatch(/^12,345 strikes/);
  expect(count('ru', 12_345)).toMatch(/^12 345 молний/);
  expect(count('bg', 12_345)).toMatch(/^12 345 мълнии/);
});
