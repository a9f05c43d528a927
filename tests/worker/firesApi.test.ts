import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FiresBody, WholeFireBody } from '#shared/fires/bodies.ts';
import { hotspotKey } from '#shared/fires/Hotspot.ts';
import { HOUR_MS } from '#shared/time.ts';
import { aHotspot } from '#tests/fires/aHotspot.ts';
import { FIRES, retainSomeFires, SPOTS } from '#tests/fires/someFires.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { type FirmsFake, startFirms } from '#worker/dev/fakes/startFirms.ts';

const PASS_MS = Math.floor((Date.now() - 4 * HOUR_MS) / 60_000) * 60_000;

let firms: FirmsFake;
let product: Product;
beforeAll(async () => {
  const hotspots = () => [{ ...aHotspot(), latitude: 42.1, longitude: 24.2, atMs: PASS_MS, frpMw: 5.25 }];
  firms = await startFirms({ now: Date.now, hotspots });
  product = await startProduct({ vars: { FIRMS_BASE_URL: firms.url } });
  await product.runtime.cron();
});
afterAll(async () => {
  await product.close();
  await firms.close();
});

const request = async (query: string) => {
  const response = await fetch(`${product.url}/api/v1/fires${query}`);
  return { status: response.status, caching: response.headers.get('cache-control'), body: await response.json() };
};

test('fires are told with what lightning may have to do with them, and how late each satellite is', async () => {
  const { status, body } = await request('?bbox=24,42,25,43&since=2026-01-01T00:00:00Z');
  expect(status).toBe(200);
  const seen = new Date(PASS_MS).toISOString().replace('.000', '');
  expect(v.parse(FiresBody, body)).toEqual({
    fires: [
      {
        id: expect.any(String),
        latitude: 42.1,
        longitude: 24.2,
        firstSeen: seen,
        lastSeen: seen,
        frpMw: 5.25,
        static: false,
        // Nothing of the fortnight was read.
        state: 'incomplete',
        chance: 0,
        gapShare: 1,
        candidates: [],
      },
    ],
    sources: [
      { satellite: 'suomi-npp', newest: null, state: 'dead' },
      { satellite: 'noaa-20', newest: seen, state: 'fresh' },
      { satellite: 'noaa-21', newest: null, state: 'dead' },
      { satellite: 'modis', newest: null, state: 'dead' },
    ],
    // No file of Africa had a row.
    south: { below: 36.5, newest: null, state: 'dead' },
    simulated: true,
  });
  expect((await request('?bbox=13,34,14,35')).body).toMatchObject({ fires: [] });
  expect(await request('?bbox=24,42')).toMatchObject({ status: 400, body: { errors: { bbox: 'format' } } });
});

test('a district or a country holds the fires of its tiles; with a box beside it, or without a name, it is refused', async () => {
  const found = async (region: string) => (await request(`?region=${region}`)).body.fires.length;
  // Between the towns of Plovdiv and Pazardzhik.
  expect(await Promise.all(['BG.pazardzhik', 'BG', 'BG.varna', 'GR'].map(found))).toEqual([1, 1, 0, 0]);
  const refused = async (query: string) => (await request(query)).body.errors;
  expect(await refused('?region=BG&bbox=24,42,25,43')).toEqual({ region: 'conflict' });
  expect(await refused('?region=BG.nowhere')).toEqual({ region: 'not-known' });
  expect(await refused('?region=bulgaria')).toEqual({ region: 'format' });
});

test('a fire is told whole by its id; an id that is none is not found', async () => {
  const [{ id }] = (await request('')).body.fires;
  const { status, body, caching } = await request(`/${id}`);
  expect([status, caching]).toEqual([200, 'public, max-age=60']);
  const fire = v.parse(WholeFireBody, body);
  expect(fire).toMatchObject({ id, state: 'incomplete', cut: false, simulated: true });
  expect(fire.sightings).toEqual([{ at: fire.lastSeen, satellite: 'noaa-20', hotspots: 1, frpMw: 5.25 }]);
  expect(fire.hotspots).toMatchObject([{ latitude: 42.1, longitude: 24.2, scanKm: 0.4, withdrawn: false }]);
  expect(await request('/none')).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect(await request(`/${id}?bbox=1`)).toMatchObject({ status: 400, body: { errors: { bbox: 'unknown' } } });
});

test('a file with rows is asked for once, and nothing of FIRMS is left to the next minute', async () => {
  await product.runtime.cron();
  // Products without rows are asked again in a minute, this one in ten.
  expect(firms.requests.filter(({ pathname }) => pathname.includes('J1_VIIRS_C2_Europe'))).toHaveLength(1);
});

test('fires are told in pages: every one but the last says where the next begins, in the body and in a Link header', async () => {
  await retainSomeFires(product);
  const ids: string[] = [];
  // Without the fire that was read.
  let address = `${product.url}/api/v1/fires?bbox=23.99,41.9,24.15,42.05&limit=2`;
  for (;;) {
    const response = await fetch(address);
    const { fires, next } = v.parse(FiresBody, await response.json());
    ids.push(...fires.map(({ id }) => id));
    expect(response.headers.get('link')).toBe(next === undefined ? null : `<${next}>; rel="next"`);
    if (next === undefined) break;
    address = `${product.url}${next}`;
  }
  expect(ids).toEqual(FIRES.toSorted((a, b) => b.lastSeenMs - a.lastSeenMs).map(({ id }) => id));
  expect(await request('?cursor=no.cursor')).toMatchObject({ status: 400, body: { errors: { cursor: 'format' } } });
});

test('GIS has fires by when each was last seen, and hotspots, in pages that hold each once', async () => {
  const items = async (address: string) =>
    (await fetch(address.startsWith('http') ? address : `${product.url}/api/v1/ogc/collections/${address}`)).json();
  // Without the fire that was read.
  const box = 'bbox=23.99,41.9,24.15,42.05';
  const walk = async (address: string) => {
    const ids: string[] = [];
    for (let next: string | undefined = address; next; ) {
      const { features, links } = await items(next);
      ids.push(...features.map(({ id }: { id: string }) => id));
      next = links.find(({ rel }: { rel: string }) => rel === 'next')?.href;
    }
    return ids;
  };
  const lastSeenFirst = FIRES.toSorted((a, b) => b.lastSeenMs - a.lastSeenMs).map(({ id }) => id);
  expect(await walk(`fires/items?${box}&limit=2`)).toEqual(lastSeenFirst);
  expect(await walk(`hotspots/items?${box}&limit=4`)).toEqual(SPOTS.map((spot) => hotspotKey(spot)).toReversed());
  const at = (index: number) => new Date(SPOTS[index]?.atMs ?? 0).toISOString();
  expect(await walk(`fires/items?${box}&datetime=${at(13)}/..`)).toEqual(lastSeenFirst.slice(0, 2));
  expect(await walk(`fires/items?${box}&datetime=../${at(10)}`)).toEqual(lastSeenFirst.slice(-1));
  expect(await walk(`hotspots/items?${box}&datetime=${at(3)}/${at(4)}`)).toHaveLength(2);
  expect(await items(`fires/items?${box}&limit=1`)).toMatchObject({
    simulated: true,
    sources: { 1: { satellite: 'noaa-20', state: 'fresh' } },
    features: [{ properties: { lastSeen: at(14), state: 'incomplete', simulated: true } }],
  });
  expect(await items('fires/items?cursor=1.x')).toMatchObject({ status: 400, errors: { cursor: 'format' } });
});
