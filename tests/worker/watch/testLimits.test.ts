import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { type HookReceiver, startHookReceiver } from '#worker/dev/fakes/hookReceiver.ts';
import { SHARDS } from '#worker/watch/watchlists.ts';

const STRANGER = '198.51.100.7';
const BRIGADE = '203.0.113.9';
const MOST = 20;

const product = fileProduct(() => startProduct({ vars: { WATCH_INSECURE_HOOKS: '1' } }));
let hooks: HookReceiver;
beforeAll(async () => {
  hooks = await startHookReceiver();
  hooks.setEchoes(false);
});
afterAll(() => hooks.close());

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** Adds a webhook at the host that refuses; what came of it. */
async function add(watchlist: WatchClient, id: string, address: string): Promise<number> {
  const body = { channel: 'webhook', url: hooks.urlOf(id), threshold: 'stop' };
  return (await watchlist.callFrom(address, 'PUT', `/recipients/${id}`, body)).status;
}
const tested = async (watchlist: WatchClient, id: string, address: string) =>
  (await watchlist.callFrom(address, 'POST', `/recipients/${id}/test`)).status;

test('a host that refuses is challenged at most 20 times an hour by one address, whichever objects its watchlists are in', async () => {
  const watchlists = await Promise.all(
    SHARDS.map((shard, at) => WatchClient.createIn(product, shard, `192.0.${at}.0/24`)),
  );
  for (const [at, watchlist] of watchlists.entries()) {
    for (const hook of [0, 1]) expect(await add(watchlist, uuid(2 * at + hook), STRANGER)).toBe(201);
  }
  await expect.poll(() => hooks.arrivals.length, { timeout: 20_000 }).toBe(MOST);
  for (const [at, watchlist] of watchlists.entries()) expect(await tested(watchlist, uuid(2 * at), STRANGER)).toBe(429);

  // What the stranger used up is nobody else's.
  const honest = await WatchClient.createIn(product, 'a', '203.0.113.0/24');
  expect(await add(honest, uuid(99), BRIGADE)).toBe(201);
  await expect.poll(() => hooks.arrivals.length, { timeout: 20_000 }).toBe(MOST + 1);
  expect(hooks.arrivals.at(-1)?.hook).toBe(uuid(99));
  process.stdout.write(
    `challenges at a host that refuses, from one address in an hour: ${hooks.arrivals.length - 1}\n`,
  );
});
