import { describe, expect } from 'vitest';
import type { Pulse } from '#shared/watch/Pulse.ts';
import {
  FAILED,
  HOME,
  type RunningFeed,
  runFeed,
  START_MS,
  settled,
  feedTest as test,
} from '#tests/ledgers/runFeed.ts';
import { feedPulse } from '#worker/feed/describeFeed.ts';

const MINUTE_MS = 60_000;
const SOFIA = { latitude: 42.7, longitude: 23.3 };
const HOME_BOX = [HOME.west, HOME.south, HOME.east, HOME.north];

function pulse({ ledger, time }: RunningFeed): Pulse {
  const told = feedPulse(ledger, time.now());
  if (!told) throw new Error('the ledger has no epoch');
  return told;
}

const watermark = (feed: RunningFeed) => pulse(feed).watermarkMs ?? Number.NaN;

describe('the watermark', () => {
  test.plain.each([-5, 5])(
    'of a provider whose clock is %d min off never exceeds its time, and the offset outlives a restart',
    (minutes) =>
      runFeed(async (feed) => {
        const { provider, time } = feed;
        const offsetMs = minutes * MINUTE_MS;
        provider.dateOffsetMs = offsetMs;
        for (let index = 0; index < 60; index += 1) {
          const atMs = START_MS + index * 15_000 + offsetMs;
          provider.strikes.push({ id: `s${index}`, ...SOFIA, atMs, publishedMs: START_MS + index * 15_000 + 2_000 });
        }
        const watch = async (ms: number) => {
          let before = pulse(feed).watermarkMs ?? 0;
          for (const endMs = time.now() + ms; time.now() < endMs; ) {
            await time.pass(250);
            const nowMs = pulse(feed).watermarkMs ?? 0;
            expect(nowMs).toBeGreaterThanOrEqual(before);
            expect(nowMs).toBeLessThanOrEqual(time.now() + offsetMs);
            before = nowMs;
          }
        };
        expect(pulse(feed).watermarkMs).toBeNull();
        await watch(4 * MINUTE_MS);
        expect(time.now() + offsetMs - watermark(feed)).toBeLessThan(10_000);
        // It dies, and the provider does not answer whoever follows: what is known is what was written down.
        provider.fault = () => FAILED;
        feed.die();
        await watch(MINUTE_MS);
        expect(Math.abs(pulse(feed).providerNowMs - time.now() - offsetMs)).toBeLessThan(2_000);
        provider.fault = () => undefined;
        feed.die();
        await watch(4 * MINUTE_MS);
        expect(time.now() + offsetMs - watermark(feed)).toBeLessThan(10_000);
        expect(pulse(feed).gaps).toEqual([]);
      }),
  );

  test('[FD15] stays where it is, and the mark too, while answers come from a cache that is minutes old', async (feed) => {
    const { provider, time, ledger } = feed;
    provider.dateOffsetMs = 0;
    await settled(feed, 4);
    const beforeMs = watermark(feed);
    const rightMs = time.now();
    // Three answers are too few to be taken for the clock's.
    let answers = 0;
    provider.fault = ({ window }) => {
      answers += 1;
      return answers > 3 ? FAILED : { ...provider.rowsOf(window, rightMs), providerTimeMs: beforeMs };
    };
    await time.pass(MINUTE_MS);
    expect(answers).toBeGreaterThan(3);
    expect(watermark(feed)).toBe(beforeMs);
    expect(ledger.windows.coveredToMs('home')).toBeLessThanOrEqual(beforeMs);
  });

  test('[FD15] does not pass a `Date` that no clock can show, though home goes on being read and called live', async (feed) => {
    const { provider, time, ledger } = feed;
    provider.dateOffsetMs = -20 * MINUTE_MS;
    await settled(feed, 4);
    const calls = provider.calls.length;
    await time.pass(10 * MINUTE_MS);
    expect(watermark(feed)).toBeLessThanOrEqual(time.now() - 20 * MINUTE_MS);
    expect(time.now() - (ledger.windows.coveredToMs('home') ?? 0)).toBeLessThan(31_000);
    expect(provider.calls.length - calls).toBeLessThan(60);
  });

  test('[FD15] of a Feed whose home has grown stays, and all of it is a gap until it is read anew', async (feed) => {
    await settled(feed, 4);
    const beforeMs = watermark(feed);
    feed.ledger.windows.forget('home');
    feed.ledger.facts.write('lost', [[0, Number.MAX_SAFE_INTEGER]]);
    expect(pulse(feed).gaps).toEqual([[...HOME_BOX, 0, beforeMs]]);
    await settled(feed, 4);
    expect(pulse(feed).gaps).toEqual([]);
    expect(watermark(feed)).toBeGreaterThan(beforeMs);
  });
});

describe('the gaps of a pulse', () => {
  test('[FD16] are the hole of an outage, once the watermark has passed it and until it is read; meanwhile the watermark stands', async (feed) => {
    const { provider, time } = feed;
    provider.dateOffsetMs = 0;
    await settled(feed, 4);
    expect(pulse(feed).gaps).toEqual([]);
    provider.fault = () => FAILED;
    await time.pass(MINUTE_MS);
    const beforeMs = watermark(feed);
    await time.pass(25 * MINUTE_MS);
    expect(watermark(feed)).toBe(beforeMs);
    // It answers for the last ten minutes alone.
    const reachesMs = time.now() - 10 * MINUTE_MS;
    provider.fault = ({ window }) => (window.fromMs < reachesMs - MINUTE_MS ? FAILED : undefined);
    await time.pass(2 * MINUTE_MS);
    expect(watermark(feed)).toBeGreaterThan(reachesMs);
    const [gap, ...others] = pulse(feed).gaps;
    expect(others).toEqual([]);
    expect(gap?.slice(0, 4)).toEqual(HOME_BOX);
    expect(gap?.[4]).toBeLessThanOrEqual(beforeMs);
    expect(gap?.[5]).toBeGreaterThanOrEqual(reachesMs - MINUTE_MS);
    provider.fault = () => undefined;
    await time.pass(3 * MINUTE_MS);
    expect(pulse(feed)).toMatchObject({ gaps: [], gapsCut: false });
  });

  test('[FD16] are none of a region abroad, however much it owes', async (feed) => {
    const { provider, time, ledger } = feed;
    await settled(feed, 4);
    for (let step = 0; step < 8; step += 1) {
      ledger.leases.grant({ relay: 'relay:0', cells: { '4/7/5': 1 }, viewers: 1 }, time.now());
      await time.pass(15_000);
      provider.fault = ({ window }) => (window.bbox.east <= HOME.west ? FAILED : undefined);
    }
    expect(ledger.windows.countGaps()).toBeGreaterThan(0);
    expect(ledger.windows.gapBoxes('4/7/5').length).toBeGreaterThan(0);
    expect(pulse(feed).gaps).toEqual([]);
  });

  test('[FD16] are all of home while what the provider tells cannot be read', async (feed) => {
    const { provider, time } = feed;
    await settled(feed, 4);
    const skipped = new Array(20).fill('no time');
    provider.fault = ({ window }) => ({ ...provider.rowsOf(window, time.now()), rows: 20, skipped });
    await time.pass(2 * MINUTE_MS);
    const [gap] = pulse(feed).gaps;
    expect(gap?.slice(0, 4)).toEqual(HOME_BOX);
    expect((gap?.[5] ?? 0) - (gap?.[4] ?? 0)).toBeGreaterThan(MINUTE_MS);
    expect(gap?.[5]).toBe(watermark(feed));
  });
});
