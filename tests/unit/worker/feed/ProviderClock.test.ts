import { describe, expect, test } from 'vitest';
import { ProviderClock } from '#worker/feed/ProviderClock.ts';
import { type ClockEstimate, OUR_CLOCK } from '#worker/feed/plan/planPoll.ts';
import { NO_BOUND } from '#worker/feed/Settled.ts';

const NOW_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const at = (ms: number) => ({ earliestMs: ms, latestMs: ms });

const newClock = (known: ClockEstimate = OUR_CLOCK, kept: ClockEstimate[] = []) =>
  new ProviderClock(known, (estimate) => kept.push(estimate));

describe('the provider’s clock', () => {
  test('is ours until it says otherwise, and while it differs by less than three seconds', () => {
    const clock = newClock();
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
    clock.observe(NOW_MS - 2_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is followed where it is ahead or behind', () => {
    const clock = newClock();
    clock.observe(NOW_MS + 50_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS + 50_500));
  });

  test('is the median of the last nine answers: one strange answer moves nothing', () => {
    const clock = newClock();
    for (let answer = 0; answer < 5; answer += 1) clock.observe(NOW_MS - 60_000, NOW_MS);
    clock.observe(NOW_MS + 600_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS - 59_500));
    for (let answer = 0; answer < 9; answer += 1) clock.observe(NOW_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is not believed when it is more than a quarter of an hour off', () => {
    const clock = newClock();
    clock.observe(0, NOW_MS);
    clock.observe(NOW_MS + 16 * 60_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test.each([14, -14])('is in doubt when its Date is %d min off: both instants count until strikes tell', (minutes) => {
    const clock = newClock();
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

  test('[FD15] goes on after a restart where it was, and is written down when it has moved by a second', () => {
    const kept: ClockEstimate[] = [];
    const before = newClock(OUR_CLOCK, kept);
    before.observe(NOW_MS - 2_000, NOW_MS);
    expect(kept).toEqual([]);
    before.observe(NOW_MS - 5 * MINUTE_MS - 500, NOW_MS);
    before.observe(NOW_MS - 5 * MINUTE_MS - 900, NOW_MS);
    before.observeStrike(NOW_MS - 5 * MINUTE_MS - 8_000, NOW_MS);
    expect(kept.map(({ strikesFollow }) => strikesFollow)).toEqual([null, 'date']);
    const after = newClock(kept.at(-1));
    expect(after.now(NOW_MS)).toEqual(at(NOW_MS - 5 * MINUTE_MS));
    after.observe(NOW_MS, NOW_MS);
    expect(after.now(NOW_MS)).toEqual(at(NOW_MS - 5 * MINUTE_MS));
  });

  test('[FD15] bounds what an answer can have told by its Date, less what strikes have told of it', () => {
    const clock = newClock();
    const reach = (toMs: number) => ({ markMs: toMs, watermarkMs: toMs });
    expect(clock.reachOf(undefined, NOW_MS)).toEqual(NO_BOUND);
    expect(clock.reachOf(NOW_MS - 2_000, NOW_MS)).toEqual(reach(NOW_MS - 2_000));
    const brokenMs = NOW_MS - 16 * MINUTE_MS;
    expect(clock.reachOf(brokenMs, NOW_MS)).toEqual({ ...NO_BOUND, watermarkMs: brokenMs });
    const slowMs = NOW_MS - 5 * MINUTE_MS - 500;
    clock.observe(slowMs, NOW_MS);
    expect(clock.reachOf(slowMs, NOW_MS)).toEqual(reach(slowMs));
    clock.observeStrike(NOW_MS - 8_000, NOW_MS);
    expect(clock.reachOf(slowMs, NOW_MS)).toEqual(reach(NOW_MS - 500));
  });
});
