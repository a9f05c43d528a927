import { describe, expect } from 'vitest';
import type { FakeCall } from '#tests/ledgers/FakeProvider.ts';
import { FAILED, type RunningFeed, runFeed, settled, feedTest as test } from '#tests/ledgers/runFeed.ts';

const MINUTE_MS = 60_000;
const SOFIA = { latitude: 42.7, longitude: 23.3 };

/** What of the last nine minutes was read again: polls end later, or are what is left of a minute, some seconds long. */
const isWatchSweep = ({ window, atMs }: FakeCall) =>
  window.toMs <= atMs - MINUTE_MS && window.fromMs >= atMs - 9 * MINUTE_MS && window.toMs - window.fromMs > 7_000;
/** The sweep each five minutes is none of them, and ends where they may too. */
const isOfFive = ({ window, atMs }: FakeCall) =>
  window.toMs <= atMs - 5 * MINUTE_MS && window.toMs % (5 * MINUTE_MS) === 0;

const sweepsOf = ({ provider }: RunningFeed) => provider.calls.filter((call) => isWatchSweep(call) && !isOfFive(call));

function fall({ provider, time }: RunningFeed, name: string, lateMs = 2_000): void {
  const atMs = time.now();
  provider.strikes.push({ id: name, ...SOFIA, atMs, publishedMs: atMs + lateMs });
}

/** `perMinute` strikes each minute for `minutes`. */
function storm({ provider, time }: RunningFeed, perMinute: number, minutes: number): void {
  for (let index = 0; index < perMinute * minutes; index += 1) {
    const atMs = Math.floor(time.now() + (index * MINUTE_MS) / perMinute);
    const latitude = 35 + ((index * 7) % 120) / 10;
    const longitude = 14 + ((index * 13) % 160) / 10;
    provider.strikes.push({ id: `storm-${index}`, latitude, longitude, atMs, publishedMs: atMs + 2_000 });
  }
}

describe('the last six minutes', () => {
  test('[FD18] are read again each minute, but the fifth, for 35 min after a strike, at one call; else never', async (feed) => {
    await settled(feed, 4);
    await feed.time.pass(10 * MINUTE_MS);
    expect(sweepsOf(feed)).toEqual([]);
    fall(feed, 'a');
    await feed.time.pass(34 * MINUTE_MS);
    const during = sweepsOf(feed).length;
    expect(during).toBeGreaterThanOrEqual(26);
    expect(during).toBeLessThanOrEqual(34);
    await feed.time.pass(3 * MINUTE_MS);
    const atEnd = sweepsOf(feed).length;
    await feed.time.pass(20 * MINUTE_MS);
    expect(sweepsOf(feed)).toHaveLength(atEnd);
  });

  test.plain.each([65_000, 90_000, 4 * MINUTE_MS])(
    '[FD18] bring a strike that is told %d ms late within three minutes of its being told',
    (lateMs) =>
      runFeed(async (feed) => {
        await settled(feed, 4);
        fall(feed, 'first');
        await feed.time.pass(2 * MINUTE_MS);
        for (let round = 0; round < 10; round += 1) {
          const fellMs = feed.time.now();
          fall(feed, `late-${round}`, lateMs);
          await feed.time.passUntil(fellMs + lateMs + 3 * MINUTE_MS);
          expect(feed.published.map(({ id }) => id)).toContain(`late-${round}`);
          await feed.time.pass(7_000);
        }
      }),
  );

  test('[FD18] wait while home owes anything: a gap is read first, and sweeps do not pile up', async (feed) => {
    await settled(feed, 4);
    fall(feed, 'a');
    await feed.time.pass(MINUTE_MS);
    const untilMs = feed.time.now() - 2 * MINUTE_MS;
    feed.ledger.windows.owe(
      { bbox: { west: 13, south: 34, east: 31, north: 48 }, fromMs: untilMs - 3_600_000, toMs: untilMs - 1_800_000 },
      'home',
      'gap',
      feed.time.now(),
    );
    feed.provider.fault = ({ window }) => (window.toMs < untilMs ? FAILED : undefined);
    feed.provider.calls.length = 0;
    await feed.time.pass(10 * MINUTE_MS);
    expect(sweepsOf(feed)).toEqual([]);
  });

  test.plain.each([
    [20, 1],
    [200, 6],
    [1_000, 25],
  ])(
    '[FD18] of a storm of %d strikes a minute cost %d calls a minute at most, and no strike waits for them',
    (perMinute, most) =>
      runFeed(async (feed) => {
        await settled(feed, 4);
        storm(feed, perMinute, 20);
        let waiting = 0;
        for (let step = 0; step < 20; step += 1) {
          await feed.time.pass(MINUTE_MS);
          const due = feed.provider.strikes.filter(({ publishedMs }) => publishedMs <= feed.time.now() - 12_000);
          waiting = Math.max(waiting, due.length - feed.published.length);
        }
        const sweeps = sweepsOf(feed).length / 20;
        expect(waiting).toBeLessThanOrEqual(0);
        expect(sweeps).toBeGreaterThan(0.5);
        expect(sweeps).toBeLessThanOrEqual(most);
      }),
  );
});
