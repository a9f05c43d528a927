import { describe, expect } from 'vitest';
import type { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { Status } from '#shared/wire/Status.ts';
import { test } from '#tests/support/liveProduct.ts';
import { startMtgLi } from '#worker/dev/fakes/startMtgLi.ts';

const HOME = 'bbox=13,34,31,48';
const MINUTE_MS = 60_000;

/** A flash each 20 s in the middle of home. */
const sky = (fromMs: number, toMs: number) =>
  Array.from({ length: Math.floor((toMs - fromMs) / 20_000) }, (_, index) => ({
    atMs: fromMs + index * 20_000,
    latitude: 42.7,
    longitude: 23.3 + index / 100,
  }));

describe('a deployment with a satellite alone', () => {
  test('[FD20] shows its flashes, late, under its name, and warns of nothing', { timeout: 4 * MINUTE_MS }, async ({
    live,
  }) => {
    const store = await startMtgLi({ sky });
    const product = await live.start({
      vars: {
        SOURCES: 'primary=mtg-li',
        FEED_SOURCE: 'live',
        PROVIDER_BASE_URL: '',
        CONTACT_BASE_URL: 'http://127.0.0.1:9',
        MTG_LI_BASE_URL: store.url,
        MTG_LI_KEY: store.key,
        MTG_LI_SECRET: store.secret,
      },
    });
    const client = live.connect(product.url, HOME);
    const hello = () => client.events.find(({ value }) => value.event === 'hello')?.value.data as HelloEvent;
    // A list, a token and a file, at two calls a minute.
    await client.until(() => client.reported.size >= 20, 'the flashes of a file', 3 * MINUTE_MS);

    expect(hello().primary).toMatchObject({ name: 'mtg-li', kind: 'optical-flash', supportsAlerts: false });
    expect(hello().primary?.attribution).toContain('EUMETSAT');
    expect([...client.reported.values()].every((times) => times === 1)).toBe(true);
    expect([...client.reported.keys()][0]).toMatch(/^\d{14}-\d+$/);

    const status = (await (await fetch(`${product.url}/api/v1/status`)).json()) as Status;
    expect(status.ok).toBe(true);
    expect(status.feed).toMatchObject({ state: 'delayed', cause: 'late', backlogMs: null });
    expect(status.sources).toMatchObject([{ name: 'mtg-li', role: 'primary', state: 'delayed', publicUse: 'yes' }]);
    expect(Date.now() - (status.feed.completeToMs ?? 0)).toBeLessThan(25 * MINUTE_MS);
    expect(status.upstream.perMinute).toBeLessThanOrEqual(2);

    const received = client.events.flatMap(({ value }) =>
      value.event === 'hello' || value.event === 'hb' ? [value.data.feed] : [],
    );
    expect(received.filter(({ state, completeToMs }) => state === 'live' || completeToMs !== undefined)).toEqual([]);
    expect((await fetch(`${product.url}/api/v1/storm-cells`)).status).toBe(503);
    const watchlist = await fetch(`${product.url}/api/v1/watch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'en', timeZone: 'Europe/Sofia' }),
    });
    expect([watchlist.status, ((await watchlist.json()) as { code: string }).code]).toEqual([
      409,
      'alerts-unsupported',
    ]);
    await store.close();
  });
});
