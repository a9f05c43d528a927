import { describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

const COUNT = 400;
const HOUR_MS = 3_600_000;
const TO_MS = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const FROM_MS = TO_MS - 20 * HOUR_MS;
/** Ten share each instant; ids sort in another order than times. */
const STORED_STRIKES = Array.from({ length: COUNT }, (_, index) => ({
  id: `s${String((index * 7_919) % COUNT).padStart(4, '0')}`,
  latitude: 34.5 + ((index * 37) % 130) / 10,
  longitude: 13.5 + ((index * 53) % 170) / 10,
  atMs: FROM_MS + Math.floor(index / 10) * 1_700_000,
}));
const ODD_ID = `=a,"b"<&>'; DROP TABLE strike;--/é?#%`;
const ALL = [...STORED_STRIKES, { id: ODD_ID, latitude: 42.697_712, longitude: 23.321_987, atMs: FROM_MS + 1 }];

interface Row {
  id: string;
  latitude: number;
  longitude: number;
  timestamp: string;
}

const product = fileProduct(() => historyProduct(ALL));

const iso = (atMs: number) => new Date(atMs).toISOString();
const WINDOW = `bbox=13,34,31,48&from=${iso(FROM_MS)}&to=${iso(TO_MS)}`;
const get = (path: string) => fetch(`${product.url}${path}`);

function newestFirst(strikes: typeof ALL): Row[] {
  return [...strikes]
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
    .map(({ id, latitude, longitude, atMs }) => ({ id, latitude, longitude, timestamp: iso(atMs) }));
}

describe('history', () => {
  test('[AP2] page after page, to the last one, is the provider’s truth: nothing missing, nothing twice', async () => {
    const rows: Row[] = [];
    let pages = 0;
    for (let path: string | undefined = `/api/v1/strikes?${WINDOW}&limit=37`; path !== undefined; pages += 1) {
      const response = await get(path);
      const body = (await response.json()) as { strikes: Row[]; next?: string };
      expect(response.headers.get('link')).toBe(body.next === undefined ? null : `<${body.next}>; rel="next"`);
      expect(body.strikes.length).toBeLessThanOrEqual(37);
      rows.push(...body.strikes);
      path = body.next;
    }
    expect(pages).toBe(Math.ceil(ALL.length / 37));
    expect(rows).toEqual(newestFirst(ALL));
  });

  test('[AP8] around a place is what lies within so many km, page after page', async () => {
    const near = { latitude: 42, longitude: 23 };
    const rows: Row[] = [];
    const times = `from=${iso(FROM_MS)}&to=${iso(TO_MS)}`;
    for (let path: string | undefined = `/api/v1/strikes?near=42,23&radiusKm=100&${times}&limit=3`; path; ) {
      const body = (await (await get(path)).json()) as { strikes: Row[]; next?: string };
      rows.push(...body.strikes);
      path = body.next;
    }
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(newestFirst(ALL.filter((strike) => distanceKm(near, strike) <= 100)));
  });

  test('[AP2] comes as GeoJSON, with next inside and in the Link header', async () => {
    const response = await get(`/api/v1/strikes?${WINDOW}&format=geojson&limit=10`);
    expect(response.headers.get('content-type')).toBe('application/geo+json');
    const body = (await response.json()) as { features: { geometry: { coordinates: number[] } }[]; next: string };
    const [newest] = newestFirst(ALL);
    expect(body.features).toHaveLength(10);
    expect(body.features[0]?.geometry.coordinates).toEqual([newest?.longitude, newest?.latitude]);
    expect(response.headers.get('link')).toContain(body.next);
  });

  test('[AP2] comes as CSV and KML, with next in the Link header, and runs no formula', async () => {
    for (const [format, type, rows] of [
      ['csv', 'text/csv; charset=utf-8; header=present', /^s\d{4},/gm],
      ['kml', 'application/vnd.google-earth.kml+xml', /<Placemark id="s/g],
    ] as const) {
      const response = await get(`/api/v1/strikes?${WINDOW}&format=${format}`);
      const text = await response.text();
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('link')).toBeNull();
      expect(text.match(rows)).toHaveLength(COUNT);
      expect(text).not.toMatch(/^"?=/m);
      const truncated = await get(`/api/v1/strikes?${WINDOW}&format=${format}&limit=5`);
      expect(truncated.headers.get('link')).toMatch(/^<\/api\/v1\/strikes\?.*cursor=.*>; rel="next"$/);
    }
  });

  test('[AP7] beyond what there is, is an empty page that says that nothing of it was read', async () => {
    const response = await get('/api/v1/strikes?bbox=13,34,31,48&from=2020-01-01T00:00:00Z&to=2020-01-31T00:00:00Z');
    const gaps = [{ from: '2020-01-01T00:00:00.000Z', to: '2020-01-31T00:00:00.000Z' }];
    expect(await response.json()).toEqual({ strikes: [], completeTo: null, gaps });
  });

  test('of the widest window allowed, 31 days, is answered', async () => {
    const from = iso(TO_MS - 31 * 24 * HOUR_MS);
    const response = await get(`/api/v1/strikes?bbox=-180,-90,180,90&from=${from}&to=${iso(TO_MS)}&limit=10000`);
    expect(((await response.json()) as { strikes: Row[] }).strikes).toHaveLength(ALL.length);
  });
});

describe('one strike', () => {
  test('is found by its id, whatever the id, and by its ordinal', async () => {
    const [expected] = newestFirst(ALL.filter(({ id }) => id === ODD_ID));
    const byId = (await (await get(`/api/v1/strikes/${encodeURIComponent(ODD_ID)}`)).json()) as { ordinal: number };
    expect(byId).toEqual({ ...expected, ordinal: expect.any(Number) });
    const byOrdinal = await get(`/api/v1/strikes/by-ordinal/${byId.ordinal}`);
    expect(await byOrdinal.json()).toEqual(byId);
  });

  test.each(['nobody', '%00', '%', '%E0%A4%A', '..%2F..', "'%20OR%201=1--", 'by-ordinal'])(
    '[AP3] is a 404 problem where nobody knows it: %s',
    async (id) => {
      const response = await get(`/api/v1/strikes/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not-found' });
    },
  );

  test('[AP3] is a 404 problem where the ordinal was never given', async () => {
    const response = await get('/api/v1/strikes/by-ordinal/999999');
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});

describe('a page of history', () => {
  const pageOf = async (query: string, address?: string) => {
    const response = await fetch(`${product.url}/api/v1/strikes?${query}`, {
      headers: address ? { 'cf-connecting-ip': address } : {},
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };

  test('is kept at the edge for five seconds, under one key however the query is written', async () => {
    const db = await product.runtime.miniflare.getD1Database('DB');
    const first = await pageOf(`${WINDOW}&limit=11`);
    await db.prepare('ALTER TABLE strike RENAME TO strike_away').run();
    try {
      const from = iso(FROM_MS).replace('.000Z', '%2B00:00');
      const again = await pageOf(`limit=011&to=${iso(TO_MS)}&format=json&from=${from}&bbox=13.0,34.00,031,48`);
      expect(again).toEqual(first);
      expect((await pageOf(`${WINDOW}&limit=12`)).status).toBe(503);
    } finally {
      await db.prepare('ALTER TABLE strike_away RENAME TO strike').run();
    }
  });

  test('holds nothing older than what is kept, and such a question costs nothing', async () => {
    const db = await product.runtime.miniflare.getD1Database('DB');
    await db.prepare('ALTER TABLE strike RENAME TO strike_away').run();
    try {
      const from = iso(TO_MS - 430 * 24 * HOUR_MS);
      const to = iso(TO_MS - 401 * 24 * HOUR_MS);
      const { status, text } = await pageOf(`bbox=13,34,31,48&from=${from}&to=${to}`);
      expect([status, JSON.parse(text)]).toEqual([200, { strikes: [], completeTo: null, gaps: [{ from, to }] }]);
    } finally {
      await db.prepare('ALTER TABLE strike_away RENAME TO strike').run();
    }
  });

  test('[AP3][AP5] is refused to a network that has used up its share, and to no other', async () => {
    const greedy = '203.0.113.20';
    const world = `bbox=-180,-90,180,90&from=${iso(FROM_MS)}&to=${iso(TO_MS)}`;
    const db = await product.runtime.miniflare.getD1Database('DB');
    // Seas that no home knows: each cell with a strike costs a page of the world some rows.
    await db
      .prepare(
        `INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude)
         WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
         SELECT 'sea' || i, 1000000 + i, 4096 + i * 40, ?1, -50, -100 FROM n`,
      )
      .bind(FROM_MS)
      .run();
    let refused = await pageOf(`${WINDOW}&limit=999`, greedy);
    // Looking at each of them costs 20,000 rows and more, of 600,000 a minute, which may end while we ask.
    for (let call = 0; call < 70 && refused.status === 200; call += 1) {
      refused = await pageOf(`${world}&limit=${1_000 + call}`, greedy);
    }
    expect(refused).toMatchObject({ status: 429, retryAfter: '60' });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate-limited' });
    expect((await pageOf(`${WINDOW}&limit=998`, '203.0.113.21')).status).toBe(200);
    expect((await pageOf(`${WINDOW}&limit=997`)).status).toBe(200);
  });

  test('is read in its turn where many ask at once, and nobody is forgotten', async () => {
    // One is read, eight wait. A slow machine sends some away for the moment; they come again.
    const read = async (call: number): Promise<number> => {
      const { status, retryAfter } = await pageOf(`${WINDOW}&limit=${400 + call}`);
      return status === 503 && retryAfter !== null ? read(call) : status;
    };
    const statuses = await Promise.all(Array.from({ length: 9 }, (_, call) => read(call)));
    expect(statuses).toEqual(Array<number>(9).fill(200));
    expect(product.logs.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('whose reader leaves half-way gives its place to the next', async () => {
    // Fewer than may wait, left at every stage of their scan.
    const leave = async (call: number) => {
      const stop = new AbortController();
      const left = fetch(`${product.url}/api/v1/strikes?${WINDOW}&limit=${2_000 + call}`, { signal: stop.signal });
      setTimeout(() => stop.abort(), 3 * call);
      await left.then((response) => response.text()).catch(() => {});
    };
    await Promise.all(Array.from({ length: 7 }, (_, call) => leave(call)));
    // A slow machine may still scan for those who left; the queue may then send the next away for the moment.
    const next = async () => (await pageOf(`${WINDOW}&limit=3000`)).status;
    await expect.poll(next, { timeout: 60_000 }).toBe(200);
    // None kept its place until the queue took it away.
    expect(product.logs.filter(({ event }) => event === 'scan.slot-lost')).toEqual([]);
  });
});
