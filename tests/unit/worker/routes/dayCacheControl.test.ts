import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { dayCacheControl } from '#worker/routes/days.ts';

const TO_MS = Date.UTC(2026, 6, 2);
const READ = { completeToMs: TO_MS + 30 * HOUR_MS, unread: [], outsideHome: false };

describe('the counts of a day are kept by caches', () => {
  test('for an hour when all of it was read, gaps are repaired no more and none of it waits to be counted', () => {
    expect(dayCacheControl(TO_MS, READ, TO_MS + 26 * HOUR_MS)).toBe('public, max-age=3600');
  });

  test.each([
    ['while it may yet gain strikes', READ, 25],
    ['where some was not read or counted', { ...READ, unread: [[TO_MS - HOUR_MS, TO_MS] as const] }, 40],
    ['where it was not read to its end', { ...READ, completeToMs: TO_MS - 1 }, 40],
    ['where nothing is known to have been read', { ...READ, completeToMs: null }, 40],
  ])('for a minute %s', (_, read, hours) => {
    expect(dayCacheControl(TO_MS, read, TO_MS + hours * HOUR_MS)).toBe('public, max-age=60');
  });
});
