import { describe, expect, test } from 'vitest';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';

const NOW_MS = Date.UTC(2026, 6, 1);
const facts = (sinceMs: number | null, behind = false) => ({
  lastSuccessMs: sinceMs === null ? null : NOW_MS - sinceMs,
  newestStrikeMs: 5,
  typicalDelayMs: 7,
  behind,
});

describe('the state of the feed', () => {
  test.each([
    [0, false, 'live'],
    [60_000, false, 'live'],
    [60_001, false, 'delayed'],
    [120_000, false, 'delayed'],
    [120_001, false, 'down'],
    [0, true, 'delayed'],
    [120_001, true, 'down'],
    [null, false, 'down'],
    [-5_000, false, 'live'],
  ] as const)('%s ms after the last answer (behind: %s) is %s', (sinceMs, behind, state) => {
    expect(feedStateAt(facts(sinceMs, behind), NOW_MS).state).toBe(state);
  });

  test('[ST2] follows from age alone: the same facts become delayed, then down, while nobody says anything new', () => {
    const told = facts(1_000);
    const states = [0, 60_000, 120_000].map((laterMs) => feedStateAt(told, NOW_MS + laterMs).state);
    expect(states).toEqual(['live', 'delayed', 'down']);
  });

  test('passes on what it was computed from, and keeps to itself whether the feed is behind', () => {
    expect(feedStateAt(facts(1_000), NOW_MS)).toEqual({
      state: 'live',
      lastSuccessMs: NOW_MS - 1_000,
      newestStrikeMs: 5,
      typicalDelayMs: 7,
    });
  });
});
