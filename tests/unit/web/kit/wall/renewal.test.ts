import { describe, expect, test } from 'vitest';
import { type RenewalFacts, shouldRenew } from '#web/kit/wall/useRenewal.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

function facts(parts: Partial<RenewalFacts> = {}): RenewalFacts {
  return {
    loadedBuild: 'a',
    build: 'b',
    changedAtMs: NOW - 6 * MINUTE,
    healthy: true,
    touchedAtMs: NOW - 2 * MINUTE,
    lot: 0.5,
    ...parts,
  };
}

test('a display loads a new build once it is healthy, nobody is there and its lot has come', () => {
  expect(shouldRenew(facts(), NOW)).toBe(true);
});

describe('it stays as it is', () => {
  test.each([
    ['while the build is the one it was loaded with', { build: 'a', changedAtMs: null }],
    ['while no server has said its build', { build: null, changedAtMs: null }],
    ['while the feed is not in good state', { healthy: false }],
    ['while somebody touched it in the last minute', { touchedAtMs: NOW - 59_000 }],
    ['until its lot of the five minutes has come', { changedAtMs: NOW - 2 * MINUTE }],
  ] as const)('%s', (_, parts) => {
    expect(shouldRenew(facts(parts), NOW)).toBe(false);
  });
});

test('displays spread their reloads over five minutes', () => {
  const renewedAfter = (lot: number) => {
    for (let waitedMs = 0; waitedMs <= 5 * MINUTE; waitedMs += 1_000) {
      if (shouldRenew(facts({ lot, changedAtMs: NOW - waitedMs }), NOW)) return waitedMs;
    }
    return Number.NaN;
  };
  expect([0, 0.5, 0.999].map(renewedAfter)).toEqual([0, 150_000, 300_000]);
});
