import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time.ts';
import { slicePath } from '#shared/wire/apiPaths.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';

const product = fileProduct(() => startProduct(BUILT_SITE));

const HOG = '2001:db8:7:1::1';
const OTHER = '198.51.100.9';
const statusOf = async (path: string, address: string) => {
  const response = await fetch(product.url + path, { headers: { 'cf-connecting-ip': address } });
  await response.arrayBuffer();
  return response.status;
};
const AT_ONCE = 4;

/** Statuses of calls, up to the first that is refused; a few at once, so that a slow machine is done within the minute. */
async function untilRefused(paths: readonly string[], addressOf: (at: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < paths.length && !statuses.some((status) => status !== 200)) {
    const from = statuses.length;
    const requested = paths.slice(from, from + AT_ONCE).map((path, at) => statusOf(path, addressOf(from + at)));
    statuses.push(...(await Promise.all(requested)));
  }
  const refused = statuses.findIndex((status) => status !== 200);
  return refused < 0 ? statuses : statuses.slice(0, refused + 1);
}

test('50 who ask for the open hour, or for a town’s page, at once get one answer, although each is a request of its own', async () => {
  const paths = [slicePath({ z: 5, x: 18, y: 11 }, Date.now()), '/en/place/varna'];
  for (const path of paths) {
    const requested = Array.from({ length: 50 }, async (_, n) => {
      const response = await fetch(product.url + path, { headers: { 'cf-connecting-ip': `192.0.2.${n}` } });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()).toString('base64') };
    });
    const results = await Promise.all(requested);
    expect(results.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(results.map(({ body }) => body)).size).toBe(1);
  }
});

describe('what no cache has is paid for', () => {
  test('[AP5] closed hours: one address gets 150 or so a minute, what is cached goes on, and others are served', async () => {
    const nowMs = Date.now();
    // A minute may end while we ask: then six units of 25 are paid in the first and seven in the next before one is refused.
    const paths = Array.from({ length: 400 }, (_, at) => slicePath({ z: 4, x: 9, y: 5 }, nowMs - (at + 2) * HOUR_MS));
    const statuses = await untilRefused(paths, () => HOG);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(120);
    // What was asked for first may be older than the minute that a cache keeps it.
    expect(await statusOf(paths[statuses.length - 20] ?? '', HOG)).toBe(200);
    expect(await statusOf(slicePath({ z: 4, x: 9, y: 5 }, nowMs), HOG)).toBe(200);
    expect(await statusOf(paths.at(-1) ?? '', OTHER)).toBe(200);
  });

  test('[AP5] pictures of places: 60 or so a minute, a neighbouring place is the same picture, and pages of towns are paid from the same share', async () => {
    const pathOf = (at: number) => `/api/v1/place.png?ll=${(30 + at / 10).toFixed(1)},23`;
    const address = '203.0.113.60';
    const statuses = await untilRefused(
      Array.from({ length: 200 }, (_, at) => pathOf(at)),
      () => address,
    );
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(50);
    expect(await statusOf('/api/v1/place.png?ll=30.04,22.96', address)).toBe(200);
    expect(await statusOf(pathOf(99), OTHER)).toBe(200);

    // Out of the same share: pages of towns, and of no town. Who has none left spoils no page for others.
    const page = '/ru/place/plovdiv';
    expect([await statusOf(page, address), await statusOf(`${page}x`, address)]).toEqual([429, 429]);
    const honest = await fetch(product.url + page, { headers: { 'cf-connecting-ip': OTHER } });
    expect([honest.status, honest.headers.get('cache-control')]).toEqual([200, 'public, max-age=15']);
    expect(await honest.text()).toContain('data-plot="fortnight"');
    expect(await statusOf(page, address)).toBe(200);
  });
});
