import { afterEach, describe, expect, test } from 'vitest';
import type { Status } from '#shared/wire/Status.ts';
import { type OpenedStream, openStream } from '#tests/support/openStream.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';

let product: Product | undefined;
let opened: OpenedStream[] = [];

afterEach(async () => {
  for (const stream of opened) stream.close();
  opened = [];
  await product?.close();
  product = undefined;
});

async function start(relays: number, slots: number) {
  const started = await startProduct({ vars: { RELAY_MAX: String(relays), RELAY_MAX_STREAMS: String(slots) } });
  product = started;
  const open = async (address: string) => {
    const stream = await openStream(started.url, address);
    opened.push(stream);
    return stream;
  };
  /** One after the other, so that the order in which they were opened is known. */
  const openOneByOne = async (addresses: readonly string[]) => {
    const streams: OpenedStream[] = [];
    for (const address of addresses) streams.push(await open(address));
    return streams;
  };
  return { product: started, open, openOneByOne };
}

const times = (count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => addressOf(index));
const honest = (index: number) => `198.51.100.${index + 1}`;
const HOG = '203.0.113.7';
const served = (streams: readonly OpenedStream[]) => streams.filter(({ status }) => status === 200).length;

/** Resolves once `count` of the streams have ended. */
function severalEnd(streams: readonly OpenedStream[], count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    for (const { ended } of streams) {
      void ended.then(() => {
        left -= 1;
        if (left === 0) resolve();
      });
    }
  });
}

describe('slots', () => {
  test('[ST7] [ST8] all taken by one address: everybody else is served, and its newest streams hear `away`', async () => {
    const { openOneByOne, open } = await start(2, 10);
    const hogs = await openOneByOne(times(20, () => HOG));
    expect(served(hogs)).toBe(20);
    const others = await openOneByOne(times(8, honest));
    expect(served(others)).toBe(8);
    await severalEnd(hogs, 8);
    const deleted = hogs.filter((hog) => hog.text().includes('event: away'));
    expect(deleted).toHaveLength(8);
    for (const hog of deleted) {
      const { retryAfterMs } = JSON.parse(/event: away\ndata: (.*)\n\n$/.exec(hog.text())?.[1] ?? '{}');
      expect(retryAfterMs).toBeGreaterThanOrEqual(30_000);
      expect(retryAfterMs).toBeLessThanOrEqual(120_000);
      // Neither a cursor nor a reset: the client may resume from where it was.
      expect(hog.text()).not.toContain('event: reset');
    }
    expect(others.some((other) => other.text().includes('event: away'))).toBe(false);

    const refused = await open(HOG);
    expect([refused.status, refused.headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(JSON.parse(refused.text())).toMatchObject({ code: 'busy' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(30);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(120);
  });

  test('[ST4] free in one relay of three are found, whatever the loads said a moment ago', async () => {
    const { product, openOneByOne } = await start(3, 10);
    expect(served(await openOneByOne(times(30, () => HOG)))).toBe(30);
    await product.kill('RELAY', 'relay:1');
    // From the address that holds all the others: nobody would make room for it.
    expect(served(await openOneByOne(times(10, () => HOG)))).toBe(10);
  });

  test('[ST10] are free again as soon as their streams are closed', async () => {
    const { openOneByOne, open } = await start(1, 5);
    const held = await openOneByOne(times(5, () => HOG));
    expect((await open(HOG)).status).toBe(503);
    const closedMs = performance.now();
    for (const stream of held) stream.close();
    await Promise.all(held.map((stream) => stream.ended));
    let free = 0;
    while (free === 0) free = served([await open(HOG)]);
    expect(served(await openOneByOne(times(4, () => HOG)))).toBe(4);
    // Long before the next heartbeat.
    expect(performance.now() - closedMs).toBeLessThan(5_000);
  });

  test('raise the alarm `relays-full` from 70 % on', async () => {
    const { product, openOneByOne } = await start(2, 10);
    const status = async () => (await (await fetch(`${product.url}/api/v1/status`)).json()) as Status;
    await openOneByOne(times(14, honest));
    let last = await status();
    while (last.viewers < 14) last = await status();
    expect([last.slots, last.viewers, last.alarms]).toEqual([20, 14, ['relays-full']]);
  });
});
