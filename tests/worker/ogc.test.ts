import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { retainSomeFires } from '#tests/fires/someFires.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { printedByKeys } from '#tests/support/printedByKeys.ts';
import { fireCollections } from '#worker/features/fires/fireCollections.ts';
import { collectionsWith } from '#worker/features/gis/collections.ts';

const COLLECTION_IDS = collectionsWith(fireCollections).map(({ id }) => id);
const NOW_MS = Date.now();
const random = seededRandom(31);
const STRIKES = Array.from({ length: 700 }, (_, index) => ({
  id: `s${String((index * 7_919) % 700).padStart(3, '0')}`,
  longitude: 13 + random() * 18,
  latitude: 34 + random() * 14,
  // Five share each instant; ids sort in another order than times.
  atMs: NOW_MS - 120_000 - Math.floor(index / 5) * 700_000,
}));

const product = fileProduct(() => historyProduct(STRIKES, { vars: { HISTORY_BACKFILL_DAYS: '2' } }));
beforeAll(() => Promise.all([product.runtime.cron(), retainSomeFires(product)]));

const Position = v.strictTuple([v.number(), v.number()]);
const FeatureBody = v.looseObject({
  type: v.literal('Feature'),
  id: v.string(),
  geometry: v.nullable(
    v.variant('type', [
      v.strictObject({ type: v.literal('Point'), coordinates: Position }),
      v.strictObject({ type: v.literal('Polygon'), coordinates: v.array(v.pipe(v.array(Position), v.minLength(4))) }),
    ]),
  ),
  properties: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
});
const Links = v.array(
  v.strictObject({
    href: v.pipe(v.string(), v.url()),
    rel: v.string(),
    type: v.string(),
    title: v.optional(v.string()),
  }),
);
const Collection = v.looseObject({
  type: v.literal('FeatureCollection'),
  timeStamp: v.pipe(v.string(), v.isoTimestamp()),
  numberReturned: v.pipe(v.number(), v.integer()),
  numberMatched: v.optional(v.pipe(v.number(), v.integer())),
  links: Links,
  features: v.array(FeatureBody),
});

const root = () => `${product.url}/api/v1/ogc`;
const get = (address: string, init?: RequestInit) =>
  fetch(address.startsWith('http') ? address : root() + address, init);
const linked = (links: v.InferOutput<typeof Links>, rel: string) => links.find((link) => link.rel === rel)?.href;

async function page(address: string) {
  const response = await get(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/geo+json']);
  const body = v.parse(Collection, await response.json());
  expect(body.numberReturned).toBe(body.features.length);
  return body;
}

async function pages(address: string) {
  const read = [];
  for (let next: string | undefined = address; next !== undefined; next = linked(read.at(-1)?.links ?? [], 'next')) {
    read.push(await page(next));
  }
  return read;
}

const idsOf = (read: Awaited<ReturnType<typeof pages>>) => read.flatMap(({ features }) => features.map(({ id }) => id));
const newestFirst = [...STRIKES].sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

describe('the documents', () => {
  test('from the landing page lead absolute links to everything, each of the type it says', async () => {
    const landing = v.parse(v.looseObject({ links: Links }), await (await get('')).json());
    const rels = landing.links.map(({ rel }) => rel);
    expect(rels).toEqual(
      expect.arrayContaining(['self', 'service-desc', 'service-doc', 'conformance', 'data', 'license']),
    );
    const { collections } = (await (await get(linked(landing.links, 'data') ?? '')).json()) as {
      collections: { id: string; links: v.InferOutput<typeof Links>; attribution: string }[];
    };
    expect(collections.map(({ id }) => id)).toEqual(COLLECTION_IDS);
    const links = [...landing.links, ...collections.flatMap((collection) => v.parse(Links, collection.links))];
    for (const { href, type } of new Map(links.map((link) => [link.href, link])).values()) {
      expect(href.startsWith(`${product.url}/`)).toBe(true);
      if (!href.startsWith(root())) continue;
      const response = await get(href);
      expect([href, response.status, response.headers.get('content-type')]).toEqual([href, 200, type]);
    }
    for (const { links: own, attribution } of collections) {
      expect(own.map(({ rel }) => rel)).toEqual(['self', 'items', 'describedby', 'describedBy', 'license']);
      expect(attribution).not.toBe('');
    }
  });

  test('declare core, OpenAPI 3.0 and GeoJSON', async () => {
    const classes = ['core', 'oas30', 'geojson'].map(
      (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
    );
    expect(await (await get('/conformance')).json()).toEqual({ conformsTo: classes });
  });

  test('are there with a slash at the end too, and refuse what they do not know', async () => {
    expect((await get('/')).status).toBe(200);
    expect((await get('/collections/nothing')).status).toBe(404);
    expect((await get('/collections/nothing/items')).status).toBe(404);
    const refused = await get('/collections?lang=bg');
    expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([400, { lang: 'unknown' }]);
  });
});

describe('the format that clients ask for', () => {
  const documents = [
    '',
    '/',
    '/api',
    '/conformance',
    '/collections',
    '/collections/fires',
    '/collections/fires/schema',
  ];
  const features = ['/collections/fires/items', `/collections/strikes/items/${STRIKES[0]?.id}`];

  test.each([...documents, ...features])('f=json changes nothing of %s', async (path) => {
    const [plain, requested] = await Promise.all([get(path), get(`${path}?f=json`)]);
    expect([requested.status, requested.headers.get('content-type')]).toEqual([200, plain.headers.get('content-type')]);
    const body = async (response: Response) => ({ ...((await response.json()) as object), timeStamp: undefined });
    expect(await body(requested)).toEqual(await body(plain));
  });

  test('f=geojson is taken where features are told, and all else is refused with what is served', async () => {
    for (const path of features) expect((await get(`${path}?f=geojson`)).status).toBe(200);
    for (const query of [`${features[0]}?f=html`, `${features[1]}?f=csv`, '?f=html', '/collections?f=geojson']) {
      const refused = await get(query);
      const { errors, detail } = (await refused.json()) as { errors: object; detail: string };
      expect([refused.status, errors]).toEqual([400, { f: 'format' }]);
      expect(detail).toMatch(/must be json, or geojson for features/);
    }
  });
});

describe('features', () => {
  test.each(COLLECTION_IDS)('of %s, without a filter, are some, and what their schema says', async (id) => {
    const { features } = await page(`/collections/${id}/items`);
    expect(features.length).toBeGreaterThan(0);
    type Field = { type: string; format?: string };
    const { properties } = (await (await get(`/collections/${id}/schema`)).json()) as {
      properties: {
        geometry: { properties: { type: { enum: string[] } } };
        properties: { properties: Record<string, Field> };
      };
    };
    const types: Record<string, string> = { integer: 'number' };
    for (const { geometry, properties: reported } of features) {
      if (geometry) expect(properties.geometry.properties.type.enum).toContain(geometry.type);
      for (const [name, value] of Object.entries(reported)) {
        const field = properties.properties.properties[name];
        if (value === null) expect(field).toBeDefined();
        else expect(typeof value).toBe(types[field?.type ?? ''] ?? field?.type);
        if (field?.format === 'date-time') expect(new Date(String(value)).toISOString()).toBe(value);
      }
    }
  });

  test.each(COLLECTION_IDS)('of %s are found by their ids', async (id) => {
    const [first] = (await page(`/collections/${id}/items?limit=100`)).features;
    const response = await get(`/collections/${id}/items/${encodeURIComponent(first?.id ?? '')}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/geo+json']);
    const { links, attribution, ...feature } = v.parse(
      v.looseObject({ ...FeatureBody.entries, attribution: v.string(), links: Links }),
      await response.json(),
    );
    const { links: _links, ...listed } = v.parse(v.looseObject({ links: v.optional(Links) }), first);
    expect(feature).toEqual(listed);
    expect(attribution).toBe('Balkan Lightning');
    expect(await (await get(linked(links, 'self') ?? '')).json()).toMatchObject({ id: first?.id });
    expect((await get(`/collections/${id}/items/nobody`)).status).toBe(404);
  });
});

describe('pages of strikes', () => {
  test('from ten on grow tenfold, and hold every strike once, newest first', async () => {
    const read = await pages('/collections/strikes/items?limit=10');
    expect(read.map(({ numberReturned }) => numberReturned)).toEqual([10, 100, 590]);
    expect(idsOf(read)).toEqual(newestFirst);
    expect(read[0]?.numberMatched).toBe(700);
  });

  test('repeat, although strikes have come since', async () => {
    const first = await page('/collections/strikes/items?limit=12');
    const next = linked(first.links, 'next') ?? '';
    const db = await product.runtime.miniflare.getD1Database('DB');
    const late = `INSERT INTO strike SELECT 'late', 100000, index_tile, at_ms - 1, latitude, longitude FROM strike WHERE id = ?`;
    const before = await page(next);
    await db.prepare(late).bind(newestFirst[20]).run();
    try {
      // Another address for the same, which no cache has.
      expect((await page(`${next}&bbox=-180,-90,180,90`)).features).toEqual(before.features);
      expect(idsOf(await pages('/collections/strikes/items?limit=13'))).not.toContain('late');
    } finally {
      await db.prepare(`DELETE FROM strike WHERE id = 'late'`).run();
    }
  });

  test('of the last day are those of the last day, and each has a line for lists', async () => {
    const { features, numberMatched } = await page('/collections/strikes-24h/items?limit=999999');
    const ofDay = STRIKES.filter(({ atMs }) => atMs >= NOW_MS - DAY_MS);
    expect(features.length).toBeGreaterThanOrEqual(ofDay.length);
    expect(features.length).toBeLessThan(ofDay.length + 10);
    expect(numberMatched).toBe(features.length);
    expect(features[0]?.properties.title).toMatch(/^Lightning, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  });

  test('hold what lies in a box and an interval, and nothing else', async () => {
    const iso = (hours: number) => new Date(NOW_MS - hours * HOUR_MS).toISOString();
    const read = await pages(`/collections/strikes/items?bbox=18,38,27,45&datetime=${iso(30)}/${iso(3)}&limit=5`);
    const within = STRIKES.filter(
      ({ longitude, latitude, atMs }) =>
        longitude >= 18 &&
        longitude <= 27 &&
        latitude >= 38 &&
        latitude <= 45 &&
        atMs >= NOW_MS - 30 * HOUR_MS &&
        atMs <= NOW_MS - 3 * HOUR_MS,
    );
    expect(within.length).toBeGreaterThan(20);
    expect(idsOf(read).sort()).toEqual(within.map(({ id }) => id).sort());
    expect(idsOf(await pages('/collections/strikes/items?bbox=100,0,110,10'))).toEqual([]);
    expect(idsOf(await pages('/collections/strikes/items?datetime=1999-01-01T00:00:00Z/2000-01-01T00:00:00Z'))).toEqual(
      [],
    );
    expect(
      idsOf(await pages('/collections/strikes/items?datetime=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z')),
    ).toHaveLength(700);
  });

  test('count all that was asked only where that is exact', async () => {
    const tenth = new Date(Math.floor((NOW_MS - 5 * HOUR_MS) / 600_000) * 600_000).toISOString();
    const since = STRIKES.filter(({ atMs }) => atMs >= Date.parse(tenth)).length;
    expect((await page(`/collections/strikes/items?limit=3&datetime=${tenth}/..`)).numberMatched).toBe(since);
    expect(
      (await page(`/collections/strikes/items?limit=3&datetime=${tenth.replace(':00.000Z', ':01Z')}/..`)).numberMatched,
    ).toBeUndefined();
    expect((await page('/collections/strikes/items?limit=3&bbox=18,38,27,45')).numberMatched).toBeUndefined();
  });
});

describe('questions', () => {
  test.each([
    ['datetime=2026-07-01T00:00:00', 'datetime', 'format', /RFC 3339 instant/],
    ['bbox=1,2,3', 'bbox', 'four-or-six', /four decimal numbers/],
    ['bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4326', 'bbox-crs', 'format', /CRS84/],
    ['limit=0', 'limit', 'range', /out of range/],
    ['limit=1&limit=2', 'limit', 'repeated', /once/],
    ['cursor=nonsense', 'cursor', 'format', /malformed/],
    ['offset=3', 'offset', 'first-page', /must be 0; use the link next/],
    ['page=3', 'page', 'unknown', /not a parameter/],
  ])('[AP1] with %s are refused, with the parameter and the rule', async (query, name, rule, pattern) => {
    const response = await get(`/collections/strikes/items?${query}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ errors: { [name]: rule }, detail: expect.stringMatching(pattern) });
  });

  test('take a key as the password of Basic, and a password of another form for none', async () => {
    const [key = ''] = (await printedByKeys(product, 'make', 'GIS', '--plan', 'professional')).split('\n');
    const basic = (password: string) =>
      get('/collections/strikes/items?limit=2', { headers: { authorization: `Basic ${btoa(`any:${password}`)}` } });
    const paid = await basic(key);
    expect([paid.status, paid.headers.get('cache-control')]).toEqual([200, 'private, max-age=5']);
    expect(paid.headers.get('ratelimit')).toMatch(/^"units";r=\d+/);
    expect((await basic(`blk_00000000_${'0'.repeat(40)}`)).status).toBe(401);
    const open = await basic('of-the-host');
    expect([open.status, open.headers.get('ratelimit')]).toEqual([200, null]);
    await open.body?.cancel();
  });
});
