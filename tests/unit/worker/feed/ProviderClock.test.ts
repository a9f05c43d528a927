import { describe, expect, test } from 'vitest';
import { ProviderClock } from '#worker/feed/ProviderClock.ts';

const NOW_MS = Date.UTC(2026, 6, 1);

describe('the provider’s clock', () => {
  test('is ours until it says otherwise, and while it differs by less than three seconds', () => {
    const clock = new ProviderClock();
    expect(clock.now(NOW_MS)).toBe(NOW_MS);
    clock.observe(NOW_MS - 2_000, NOW_MS);
    expect(clock.now(NOW_MS)).toBe(NOW_MS);
  });

  test('is followed where it is ahead or behind', () => {
    const clock = new ProviderClock();
    clock.observe(NOW_MS + 90_000, NOW_MS);
    expect(clock.now(NOW_MS)).toBe(NOW_MS + 90_500);
  });

  test('is the median of the last nine answers: one strange answer moves nothing', () => {
    const clock = new ProviderClock();
    for (let answer = 0; answer < 5; answer += 1) clock.observe(NOW_MS - 60_000, NOW_MS);
    clock.observe(NOW_MS + 600_000, NOW_MS);
    expect(clock.now(NOW_MS)).toBe(NOW_MS - 59_500);
    for (let answer = 0; answer < 9; answer += 1) clock.observe(NOW_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toBe(NOW_MS);
  });

  test('is not believed when it is more than a quarter of an hour off', () => {
    const clock = new ProviderClock();
    clock.observe(0, NOW_MS);
    clock.observe(NOW_MS + 16 * 60_000, NOW_MS);
    expect(clock.now(NOW_MS)).toBe(NOW_MS);
  });
});
