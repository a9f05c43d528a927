import { beforeAll, expect, test } from 'vitest';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { crowdText, stepText } from '#web/sky/words/crowdText.ts';

beforeAll(async () => {
  for (const locale of ['en', 'ru', 'bg'] as const) await loadTexts(locale, ['map']);
});

const COUNTS = { total: 1_123, fresh: 4, recent: 0, old: 1_119 };

test('a crowd is told as its number and those of the ages that it has', () => {
  expect(crowdText({ total: 123, fresh: 4, recent: 30, old: 89 }, textsFor('en'))).toBe(
    '123 strikes: 4 under 5 min, 30 of 5–30 min, 89 older',
  );
  expect(crowdText(COUNTS, textsFor('en'))).toBe('1,123 strikes: 4 under 5 min, 1,119 older');
});

test('a crowd is told in each language’s own plural', () => {
  expect([4, 5, 21].map((old) => crowdText({ total: old, fresh: 0, recent: 0, old }, textsFor('ru')))).toEqual([
    '4 молнии: 4 старше',
    '5 молний: 5 старше',
    '21 молния: 21 старше',
  ]);
  expect(crowdText({ total: 123, fresh: 4, recent: 30, old: 89 }, textsFor('bg'))).toBe(
    '123 мълнии: 4 до 5 мин, 30 от 5 до 30 мин, 89 по-стари',
  );
});

test('a step of the legend is the least number that it stands for', () => {
  expect([4, 10, 100, 1_000].map((from) => stepText(from, 'en'))).toEqual(['4+', '10+', '100+', '1,000+']);
});
