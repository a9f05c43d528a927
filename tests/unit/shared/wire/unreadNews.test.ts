import { expect, test } from 'vitest';
import type { Span } from '#shared/time/spans.ts';
import { unreadNews } from '#shared/wire/unreadNews.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const news = (...spans: Span[]) => unreadNews(spans);

test('[ST12] a span that begins, ends or moves by a minute is news', () => {
  expect(news()).not.toBe(news([HOUR, HOUR + MINUTE]));
  expect(news([HOUR, HOUR + MINUTE])).not.toBe(news([HOUR, HOUR + 2 * MINUTE]));
  expect(news([0, MINUTE], [HOUR, HOUR + MINUTE])).not.toBe(news([HOUR, HOUR + MINUTE]));
});

test('[ST12] of a long span only whole hours are news, and seconds never are', () => {
  expect(news([0, 9 * HOUR + 40 * MINUTE])).toBe(news([0, 9 * HOUR + 10 * MINUTE]));
  expect(news([0, 9 * HOUR + 40 * MINUTE])).not.toBe(news([0, 8 * HOUR + 40 * MINUTE]));
  expect(news([5_000, MINUTE - 1])).toBe(news([7_000, MINUTE]));
});
