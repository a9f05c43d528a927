import { describe, expect } from 'vitest';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { LiveClient } from '#tests/support/LiveClient.ts';
import { test } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOUR_MS = 3_600_000;

const statesTo = (client: LiveClient): { readonly feed: FeedState; readonly atMs: number }[] =>
  client.events.flatMap(({ value, atMs }) =>
    value.event === 'hello' || value.event === 'hb' ? [{ feed: value.data.feed, atMs }] : [],
  );

describe('[ST12] a product that has just been started', () => {
  test('tells on the stream of home that a day is unread, and at once when it has been read', async ({
    live: { start, connect },
  }) => {
    const product = await start({
      simulator: { source: scriptedSource() },
      vars: { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '4' },
    });
    const home = connect(product.url, 'bbox=13,34,31,48');
    const abroad = connect(product.url, 'bbox=-4,40,-3,41');
    await home.until(() => statesTo(home).some(({ feed }) => feed.unread === undefined), 'a day to be read', 60_000);
    const told = statesTo(home);
    const [fromMs = 0, toMs = 0] = told[0]?.feed.unread?.at(-1) ?? [];
    expect(toMs - fromMs).toBeGreaterThan(23 * HOUR_MS);
    const [before, whole] = told.slice(-2);
    expect(before?.feed.unread).toHaveLength(1);
    // Heartbeats that are merely due come every 15 s.
    expect((whole?.atMs ?? 0) - (before?.atMs ?? 0)).toBeLessThan(14_000);
    await abroad.until(() => statesTo(abroad).length > 0, 'hello');
    expect(statesTo(abroad).every(({ feed }) => feed.unread === undefined)).toBe(true);
  });
});
