import { describe, expect, test } from 'vitest';
import type { Span } from '#shared/time/spans.ts';
import type { FeedCause } from '#shared/wire/FeedEvent.ts';
import { feedStateAt, unreadNews } from '#shared/wire/feedStateAt.ts';

const NOW_MS = Date.UTC(2026, 6, 1);
const facts = (sinceMs: number | null, cause: FeedCause | null = null) => ({
  lastSuccessMs: sinceMs === null ? null : NOW_MS - sinceMs,
  newestStrikeMs: 5,
  typicalDelayMs: 7,
  cause,
  foreign: {},
});

describe('the state of the feed', () => {
  test.each([
    [0, null, 'live', undefined],
    [60_000, null, 'live', undefined],
    [60_001, null, 'delayed', 'provider'],
    [120_000, null, 'delayed', 'provider'],
    [120_001, null, 'down', 'provider'],
    [0, 'unread', 'delayed', 'unread'],
    [120_001, 'format', 'down', 'format'],
    [null, null, 'down', 'provider'],
    [-5_000, null, 'live', undefined],
  ] as const)(
    '%s ms after the last answer (known cause: %s) is %s, because of %s',
    (sinceMs, cause, state, because) => {
      expect(feedStateAt(facts(sinceMs, cause), NOW_MS)).toMatchObject(because ? { state, cause: because } : { state });
    },
  );

  test('[ST2] follows from age alone: the same facts become delayed, then down, while nobody says anything new', () => {
    const told = facts(1_000);
    const states = [0, 60_000, 120_000].map((laterMs) => feedStateAt(told, NOW_MS + laterMs).state);
    expect(states).toEqual(['live', 'delayed', 'down']);
  });

  test('passes on what it was computed from, and has no cause while it is live', () => {
    expect(feedStateAt(facts(1_000), NOW_MS)).toEqual({
      state: 'live',
      lastSuccessMs: NOW_MS - 1_000,
      newestStrikeMs: 5,
      typicalDelayMs: 7,
    });
  });
});

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
