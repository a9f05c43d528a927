import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CrossCheckFlashes } from '#shared/wire/FeedEvent.ts';
import { Status } from '#shared/wire/Status.ts';
import { VerificationBody } from '#shared/wire/VerificationBody.ts';
import { openStream } from '#tests/support/openStream.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { type MtgLiFake, startMtgLi } from '#worker/dev/fakes/startMtgLi.ts';

const ATTRIBUTION = expect.stringMatching(/^Contains modified EUMETSAT Meteosat data 20\d\d$/);

async function responses({ url }: Product) {
  const read = async (path: string) => (await fetch(`${url}/api/v1/${path}`)).json();
  const stream = await openStream(url, '192.0.2.1');
  await vi.waitFor(() => expect(stream.text()).toMatch(/event: hello\n(?:id: \d+\n)?data: .*\n/));
  stream.close();
  return {
    hello: JSON.parse(/data: (.*)\n/.exec(stream.text())?.[1] ?? ''),
    status: v.parse(Status, await read('status')),
    verification: v.parse(VerificationBody, await read('verification')),
    flashes: await fetch(`${url}/api/v1/cross-check/flashes`),
  };
}

describe('a satellite as the cross-check', () => {
  let store: MtgLiFake;
  let product: Product;
  beforeAll(async () => {
    store = await startMtgLi({ sky: () => [] });
    const { url, key, secret } = store;
    const vars = { MTG_LI_BASE_URL: url, MTG_LI_KEY: key, MTG_LI_SECRET: secret };
    product = await startProduct({ vars: { ...vars, SOURCES: 'primary=provider,cross-check=mtg-li' } });
  });
  afterAll(async () => {
    await product.close();
    await store.close();
  });

  test('[ST16] is told by hello, status and proof beside the primary source, and its flashes are had apart', async () => {
    const { hello, status, verification, flashes } = await responses(product);
    expect(hello.crossCheck).toEqual({ name: 'mtg-li', attribution: ATTRIBUTION });
    expect(status.sources?.map(({ role, name, state }) => `${role} ${name} ${state}`).at(-1)).toBe(
      'cross-check mtg-li down',
    );
    expect(status.crossCheck).toMatchObject({ name: 'mtg-li', newestMs: null, alarms: [] });
    expect(verification.crossCheck).toMatchObject({ slots: 0, flashes: 0, attribution: ATTRIBUTION });
    expect(flashes.headers.get('cache-control')).toBe('public, max-age=30');
    const body = v.parse(CrossCheckFlashes, await flashes.json());
    expect(body).toEqual({ name: 'mtg-li', attribution: ATTRIBUTION, newestMs: null, flashes: [] });
    // Whoever asks first wakes it, though no cron has run.
    await vi.waitFor(() => expect(store.requests[0]).toEqual({ kind: 'search', number: 0 }), { timeout: 10_000 });
  });
});
