import { describe, expect } from 'vitest';
import { HOUR_MS } from '#shared/time.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { LiveClient } from '#tests/support/LiveClient.ts';
import { test } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOME = 'bbox=13,34,31,48';
const ABROAD = 'bbox=-4,40,-3,41';
const SLOW_MS = -5 * 60_000;
const HEARTBEAT_MS = 15_000;

interface Reported {
  readonly event: string;
  readonly feed: FeedState;
  readonly atMs: number;
}

const statesTo = (client: LiveClient): Reported[] =>
  client.events.flatMap(({ value, atMs }) =>
    value.event === 'hello' || value.event === 'hb' ? [{ event: value.event, feed: value.data.feed, atMs }] : [],
  );

const marksTo = (client: LiveClient) =>
  statesTo(client).flatMap(({ feed, atMs }) =>
    feed.completeToMs === undefined ? [] : [{ toMs: feed.completeToMs, atMs }],
  );

describe('the watermark on a stream', () => {
  test('[FD15][ST13] never exceeds the time of a provider that is 5 min slow, nor runs back, also after a power cut', async ({
    live: { start, connect },
  }) => {
    const product = await start({
      simulator: { source: scriptedSource(), faults: { clockSkewMs: SLOW_MS } },
      vars: { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '20' },
    });
    const before = connect(product.url, HOME);
    await before.until(() => marksTo(before).length > 0, 'a watermark', 30_000);
    const abroad = connect(product.url, ABROAD);
    await abroad.until(() => statesTo(abroad).length > 0, 'hello');
    await before.close();
    // Whoever is asked first after the cut knows of the provider's clock only what was written down.
    product.simulator.setFaults({ clockSkewMs: SLOW_MS, errorRate: 1 });
    await product.restart();
    const reconnected = connect(product.url, HOME);
    await reconnected.until(() => statesTo(reconnected).length > 0, 'hello');
    product.simulator.setFaults({ clockSkewMs: SLOW_MS });
    const lastMs = marksTo(before).at(-1)?.toMs ?? Number.NaN;
    await reconnected.until(
      () => (marksTo(reconnected).at(-1)?.toMs ?? 0) > lastMs,
      'the watermark to move on',
      40_000,
    );

    const reported = [...statesTo(before), ...statesTo(reconnected)];
    const known = reported.filter(({ feed }) => feed.completeToMs !== undefined);
    expect(statesTo(reconnected)[0]?.feed.completeToMs).toBeDefined();
    for (const { feed } of known) expect(Math.abs((feed.providerOffsetMs ?? 0) - SLOW_MS)).toBeLessThan(2_000);
    expect(new Set(reported.map(({ feed }) => feed.epoch)).size).toBe(1);
    const marks = [...marksTo(before), ...marksTo(reconnected)];
    for (const { toMs, atMs } of marks) expect(toMs).toBeLessThanOrEqual(atMs + SLOW_MS);
    expect(marks.map(({ toMs }) => toMs)).toEqual(marks.map(({ toMs }) => toMs).sort((a, b) => a - b));
    for (const { feed } of statesTo(abroad)) {
      expect([feed.epoch, feed.completeToMs, feed.gapBoxes]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('[ST13] of a poll under a quiet sky is told within 15 s, by the heartbeats that are due anyway', async ({
    live: { start, connect },
  }) => {
    const product = await start({
      simulator: { source: scriptedSource() },
      vars: { POLL_INTERVAL_MS: '2000', PROVIDER_MAX_RPS: '20' },
    });
    const home = connect(product.url, HOME);
    const whole = () =>
      statesTo(home).findIndex(({ feed }) => feed.gaps === undefined && feed.completeToMs !== undefined);
    await home.until(() => whole() >= 0, 'a day to be read', 40_000);
    const first = whole();
    await home.until(() => statesTo(home).length > first + 2, 'two heartbeats', 40_000);
    const [, ...due] = statesTo(home).slice(first);
    for (const [index, { feed, atMs }] of due.entries()) {
      // A poll each 2 s, a `Date` of whole seconds, and what it takes to ask and to be answered.
      expect(atMs - (feed.completeToMs ?? 0)).toBeLessThan(2_000 + 1_000 + 1_000);
      expect(atMs - (due[index - 1]?.atMs ?? atMs)).toBeLessThan(HEARTBEAT_MS + 1_000);
    }
    // No heartbeat is owed to a watermark: they come no more often than they did.
    expect((due.at(-1)?.atMs ?? 0) - (due[0]?.atMs ?? 0)).toBeGreaterThan(HEARTBEAT_MS - 2_000);
    const bytes = (feed: object) => JSON.stringify(feed).length;
    const { epoch, completeToMs, providerOffsetMs, ...rest } = due[0]?.feed ?? {};
    const all = { ...rest, epoch, completeToMs, providerOffsetMs };
    process.stdout.write(`the feed in a heartbeat: ${bytes(rest)} B without the pulse, ${bytes(all)} B with it\n`);
    expect(bytes(all) - bytes(rest)).toBeLessThan(90);
  }, 120_000);
});

describe('[ST12] a product that has just been started', () => {
  test('tells on the stream of home that a day is a gap, and at once when it has been read', async ({
    live: { start, connect },
  }) => {
    const product = await start({
      simulator: { source: scriptedSource() },
      vars: { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '4' },
    });
    const home = connect(product.url, HOME);
    const abroad = connect(product.url, ABROAD);
    await home.until(() => statesTo(home).some(({ feed }) => feed.gaps === undefined), 'a day to be read', 60_000);
    const reported = statesTo(home);
    const [fromMs = 0, toMs = 0] = reported[0]?.feed.gaps?.at(-1) ?? [];
    expect(toMs - fromMs).toBeGreaterThan(23 * HOUR_MS);
    const [before, whole] = reported.slice(-2);
    expect(before?.feed.gaps).toHaveLength(1);
    // Heartbeats that are merely due come every 15 s.
    expect((whole?.atMs ?? 0) - (before?.atMs ?? 0)).toBeLessThan(14_000);
    await abroad.until(() => statesTo(abroad).length > 0, 'hello');
    expect(statesTo(abroad).every(({ feed }) => feed.gaps === undefined)).toBe(true);
  });
});
