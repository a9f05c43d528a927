import { test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { printedByKeys } from '#tests/support/printedByKeys.ts';

/** What becomes of a key in the minute after it was made. */
const product = fileProduct();

const keys = (...args: string[]) => printedByKeys(product, ...args);

const createdKey = async (holder: string) =>
  (await keys('make', holder, '--plan', 'professional')).split('\n')[0] ?? '';
const get = (path: string, key: string) =>
  fetch(`${product.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

test.concurrent('within a minute a revoked key is refused, and its streams are ended', async ({ expect }) => {
  const key = await createdKey('Revoked');
  expect((await get('/verification', key)).status).toBe(200);
  const stream = await get('/live?bbox=13,34,31,48', key);
  const ended = (async () => {
    for await (const _ of stream.body ?? []) void _;
    return Date.now();
  })();
  await keys('revoke', key.slice(0, 12));
  const revokedMs = Date.now();
  await expect
    .poll(async () => (await get('/verification', key)).status, { timeout: 60_000, interval: 1_000 })
    .toBe(401);
  const refusedMs = Date.now();
  const endedMs = await ended;
  process.stdout.write(
    `revoked key: refused after ${((refusedMs - revokedMs) / 1000).toFixed(1)} s, stream ended after ${((endedMs - revokedMs) / 1000).toFixed(1)} s\n`,
  );
  expect(endedMs - revokedMs).toBeLessThanOrEqual(60_000);
  expect((await get('/live?bbox=13,34,31,48', key)).status).toBe(401);
}, 120_000);

test.concurrent('what a key was used for is kept by day', async ({ expect }) => {
  const key = await createdKey('Counted');
  for (let call = 0; call < 3; call += 1) await get('/verification', key);
  await expect
    .poll(() => keys('usage', key.slice(4, 12)), { timeout: 60_000, interval: 1_000 })
    .toMatch(/^\d{4}-\d\d-\d\d {2}3 calls, 3 units, 0 streams, 0 refused$/);
}, 90_000);
