import { expect, test } from 'vitest';
import { spanText } from '#web/sky/words/spanText.ts';

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
