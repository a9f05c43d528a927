import { describe, expect, vi } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import { slicePath } from '#shared/wire/apiPaths.ts';
import type { Status } from '#shared/wire/Status.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type Live, test } from '#tests/support/liveProduct.ts';
import type { Product } from '#tests/support/startProduct.ts';
import { type SimulatedSource, scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.now();
const SOFIA = '23,42,24,43';
const HOUR_AGO_12 = { fromMs: NOW_MS - 12 * HOUR_MS, toMs: NOW_MS - 11 * HOUR_MS };

interface Body {
  readonly strikes: readonly { readonly id: string }[];
  readonly completeTo: string | null;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
  readonly outsideHome?: true;
}

const iso = (atMs: number) => new Date(atMs).toISOString();
const whole = ({ fromMs, toMs }: typeof HOUR_AGO_12) => [{ from: iso(fromMs), to: iso(toMs) }];

async function start(
  live: Live,
  vars: Record<string, string> = {},
  source: SimulatedSource = scriptedSource(),
): Promise<Product> {
  const fast = { POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20' };
  return await live.start({ simulator: { source }, vars: { ...fast, ...vars } });
}

/** Asks past the edge's cache of 5 s: each question ends at another millisecond. */
let requestCount = 0;
async function request(url: string, span = HOUR_AGO_12, bbox = SOFIA, format = 'json') {
  requestCount += 1;
  const query = `bbox=${bbox}&from=${iso(span.fromMs)}&to=${iso(span.toMs)}&format=${format}&limit=${requestCount}`;
  const response = await fetch(`${url}/api/v1/strikes?${query}`);
  expect(response.status).toBe(200);
  return response;
}
const bodyOf = async (...query: Parameters<typeof request>) => (await (await request(...query)).json()) as Body;

async function untilWhole(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await bodyOf(url)).gaps).toEqual([]), { timeout: 40_000, interval: 250 });
}

describe('[AP7] history says what of a question was not read', () => {
  test('after a fresh start: all of it until it has been read, then nothing of it', async ({ live, expect }) => {
    const atMs = HOUR_AGO_12.fromMs + 1_000;
    const source = scriptedSource({ id: 'a', latitude: 42.7, longitude: 23.3, atMs });
    const { url } = await start(live, { PROVIDER_MAX_RPS: '4' }, source);
    expect(await bodyOf(url)).toEqual({ strikes: [], completeTo: null, gaps: whole(HOUR_AGO_12) });
    // Whatever is answered on the way: where the strike is missing, its time is listed as a gap.
    await fetch(`${url}/api/v1/status`);
    const silent: Body[] = [];
    let body = await bodyOf(url);
    const next = async () => {
      body = await bodyOf(url);
      const reported = body.gaps.some(({ from, to }) => Date.parse(from) <= atMs && atMs < Date.parse(to));
      if (!reported && body.strikes.length === 0) silent.push(body);
      return body.gaps;
    };
    await expect.poll(next, { timeout: 90_000, interval: 200 }).toEqual([]);
    expect(silent).toEqual([]);
    expect(body.strikes.map(({ id }) => id)).toEqual(['a']);
    expect(Date.parse(body.completeTo ?? '')).toBeGreaterThan(NOW_MS - 60_000);
  }, 120_000);

  test('in every format, also what lies before the first start and what lies outside home', async ({
    live,
    expect,
  }) => {
    const { url } = await start(live);
    await fetch(`${url}/api/v1/status`);
    await untilWhole(url);
    const before = { fromMs: NOW_MS - 48 * HOUR_MS, toMs: NOW_MS - 47 * HOUR_MS };
    expect((await bodyOf(url, before)).gaps).toEqual(whole(before));
    const spain = { completeTo: null, gaps: whole(HOUR_AGO_12), outsideHome: true };
    for (const box of ['-9,36,3,43', '30,42,32,43']) expect(await bodyOf(url, HOUR_AGO_12, box)).toMatchObject(spain);
    const geojson = await (await request(url, before, SOFIA, 'geojson')).json();
    expect(geojson).toMatchObject({ type: 'FeatureCollection', features: [], gaps: whole(before) });
    for (const format of ['csv', 'kml', 'json']) {
      const { headers } = await request(url, before, SOFIA, format);
      expect(headers.get('data-gaps')).toBe(`${iso(before.fromMs)}/${iso(before.toMs)}`);
      expect(Date.parse(headers.get('complete-to') ?? '')).toBeGreaterThan(NOW_MS - 60_000);
      expect(headers.get('access-control-expose-headers')).toContain('Data-Gaps');
      const read = await request(url, HOUR_AGO_12, SOFIA, format);
      expect(read.headers.get('data-gaps')).toBe('none');
    }
  });

  test('while an hour in the middle is owed, and in the status since when home is whole', async ({ live, expect }) => {
    const sky = scriptedSource();
    let failing = true;
    const hole = HOUR_AGO_12;
    const source = {
      ...sky,
      strikesBetween: (fromMs: number, toMs: number) => {
        if (failing && fromMs < hole.toMs && toMs > hole.fromMs) throw new Error('that hour is broken');
        return sky.strikesBetween(fromMs, toMs);
      },
    };
    const { url } = await start(live, {}, source);
    const day = { fromMs: NOW_MS - 23 * HOUR_MS, toMs: NOW_MS - HOUR_MS };
    await fetch(`${url}/api/v1/status`);
    const spans = async () => (await bodyOf(url, day)).gaps;
    await expect.poll(async () => (await spans())[0]?.to ?? '', { timeout: 40_000, interval: 250 }).toMatch(/./);
    await expect
      .poll(async () => Date.parse((await spans()).at(-1)?.to ?? iso(NOW_MS)) - hole.toMs, { timeout: 40_000 })
      .toBeLessThan(6 * HOUR_MS);
    const [backlog] = await spans();
    expect(Date.parse(backlog?.from ?? '')).toBeLessThanOrEqual(hole.fromMs);
    const feedNow = async () => ((await (await fetch(`${url}/api/v1/status`)).json()) as Status).feed;
    // A status may be 5 s old.
    await expect.poll(async () => (await feedNow()).wholeSinceMs ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
    const feed = await feedNow();
    expect(feed.wholeSinceMs).toBeGreaterThanOrEqual(hole.toMs);
    expect(feed.completeToMs).toBeGreaterThan(NOW_MS - 60_000);
    expect(feed.gaps).toHaveLength(1);
    failing = false;
    await expect.poll(spans, { timeout: 100_000, interval: 500 }).toEqual([]);
  }, 180_000);
});

describe('[AP7] slices', () => {
  const sliceOf = async (url: string, atMs: number, longitude = 23.3) => {
    const response = await fetch(`${url}${slicePath(tileAt(longitude, 42.7, 8), atMs)}`);
    const decoded = decodeStrikeSlice(new Uint8Array(await response.arrayBuffer()));
    if (!decoded.ok) throw new Error(decoded.reason);
    const { columns, ...reported } = decoded.slice;
    return { ...reported, cacheControl: response.headers.get('cache-control') };
  };

  test('are flagged where their hour was not read, tell how the feed is, and are kept for good only once whole and sealed', async ({
    live,
    expect,
  }) => {
    const { url, runtime } = await start(live, { POLL_INTERVAL_MS: '60000' });
    await fetch(`${url}/api/v1/status`);
    await untilWhole(url);
    // A slice of the open hour may be 5 s old, and tell how the feed was.
    const open = () => sliceOf(url, Date.now());
    await expect.poll(open, { timeout: 20_000 }).toMatchObject({ feed: 'live', cacheControl: 'public, max-age=5' });
    expect(await sliceOf(url, NOW_MS - 12 * HOUR_MS)).toEqual({
      seq: 0,
      beyondRetention: false,
      cacheControl: 'public, max-age=60',
    });
    expect(await sliceOf(url, NOW_MS, -3.7)).toMatchObject({ incomplete: true, outsideHome: true });
    const unsealed = { incomplete: true, cacheControl: 'public, max-age=60' };
    expect(await sliceOf(url, NOW_MS - 40 * HOUR_MS)).toMatchObject(unsealed);
    // As it will be two days from now: all of it was read.
    const db = await runtime.miniflare.getD1Database('DB');
    await db.prepare('DELETE FROM gap_span').run();
    expect(await sliceOf(url, NOW_MS - 41 * HOUR_MS)).toEqual({
      seq: Number.MAX_SAFE_INTEGER,
      beyondRetention: false,
      cacheControl: 'public, max-age=86400, immutable',
    });
  });
});
