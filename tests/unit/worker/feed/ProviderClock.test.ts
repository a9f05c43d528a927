import { describe, expect, test } from 'vitest';
import { ProviderClock } from '#worker/feed/ProviderClock.ts';

const NOW_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const at = (ms: number) => ({ earliestMs: ms, latestMs: ms });

describe('the provider’s clock', () => {
  test('is ours until it says otherwise, and while it differs by less than three seconds', () => {
    const clock = new ProviderClock();
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
    clock.observe(NOW_MS - 2_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is followed where it is ahead or behind', () => {
    const clock = new ProviderClock();
    clock.observe(NOW_MS + 50_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS + 50_500));
  });

  test('is the median of the last nine answers: one strange answer moves nothing', () => {
    const clock = new ProviderClock();
    for (let answer = 0; answer < 5; answer += 1) clock.observe(NOW_MS - 60_000, NOW_MS);
    clock.observe(NOW_MS + 600_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS - 59_500));
    for (let answer = 0; answer < 9; answer += 1) clock.observe(NOW_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is not believed when it is more than a quarter of an hour off', () => {
    const clock = new ProviderClock();
    clock.observe(0, NOW_MS);
    clock.observe(NOW_MS + 16 * 60_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test.each([14, -14])('is in doubt when its Date is %d min off: both instants count until strikes tell', (minutes) => {
    const clock = new ProviderClock();
    clock.observe(NOW_MS + minutes * MINUTE_MS - 500, NOW_MS);
    const dateMs = NOW_MS + minutes * MINUTE_MS;
    const both = { earliestMs: Math.min(NOW_MS, dateMs), latestMs: Math.max(NOW_MS, dateMs) };
    expect(clock.now(NOW_MS)).toEqual(both);
    clock.observeStrike(NOW_MS - 5 * MINUTE_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(both);
    clock.observeStrike(NOW_MS - 8_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
    clock.observeStrike(dateMs - 8_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(dateMs));
  });
});
