import { describe, expect, test } from 'vitest';
import { matchFlashes } from '#worker/witness/matchFlashes.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const flash = { latitude: 42, longitude: 23, atMs: AT_MS };
/** One degree of latitude has 111.2 km. */
const northKm = (km: number) => 42 + km / 111.195;

describe('a flash and a strike', () => {
  test.each([
    [2_000, 0, true],
    [-2_000, 0, true],
    [2_001, 0, false],
    [0, 29.9, true],
    [0, 30.1, false],
    [-1_500, 29, true],
  ])('%i ms and %f km apart belong together: %s', (afterMs, km, isMatch) => {
    const strike = { latitude: northKm(km), longitude: 23, atMs: AT_MS + afterMs };
    expect(matchFlashes([flash], [strike])).toEqual({ flashes: [isMatch], strikes: [isMatch] });
  });
});

test('one flash has all its strokes, however both lists are ordered, and the answer keeps their order', () => {
  const later = { ...flash, atMs: AT_MS + 60_000 };
  const strikes = [60_500, 900, 30_000, 100].map((afterMs) => ({ ...flash, atMs: AT_MS + afterMs }));
  const lonely = { ...flash, atMs: AT_MS + 120_000 };
  expect(matchFlashes([later, lonely, flash], strikes)).toEqual({
    flashes: [true, false, true],
    strikes: [true, true, false, true],
  });
});

test('without the others, nothing belongs together', () => {
  expect(matchFlashes([flash], [])).toEqual({ flashes: [false], strikes: [] });
  expect(matchFlashes([], [flash])).toEqual({ flashes: [], strikes: [false] });
});
