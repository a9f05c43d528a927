import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OgcApiEndpoint } from '@camptocamp/ogc-client';
import { FeatureService } from '@ogcapi-js/features';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bboxContains, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, isoSeconds } from '#shared/time.ts';
import { stormStrikes } from '#tests/bench/stormStrikes.ts';
import { percentile } from '#tests/load/percentile.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { printedByKeys } from '#tests/support/printedByKeys.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import type { FeatureField } from '#worker/archive/HistoryCollection.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { fireCollections } from '#worker/features/fires/fireCollections.ts';
import { collectionsWith } from '#worker/features/gis/collections.ts';
import { findGdal, findQgisPython } from './programsFirst.ts';

const COLLECTIONS = collectionsWith(fireCollections);
const COLLECTION_IDS = COLLECTIONS.map(({ id }) => id);

/** What a busy day has, and somewhat older ones. A quarter of an hour may pass until the last question. */
const OF_DAY = 41_450;
const NOW_MS = Date.now();
const ofHome = (strikes: readonly NumberedStrike[]) =>
  strikes.filter(({ longitude, latitude }) => bboxContains(HOME, longitude, latitude));
const OLDER = ofHome(stormStrikes(500, NOW_MS - 30 * HOUR_MS, DAY_MS, 2));
const DAY = ofHome(stormStrikes(Math.ceil(1.2 * OF_DAY), NOW_MS - 60_000, DAY_MS - 16 * 60_000, 3)).slice(0, OF_DAY);
const STRIKES = [...OLDER, ...DAY].map((strike, index) => ({ ...strike, ordinal: index + 1 }));
const BATCH = 2_000;

const noStrikes = { simulator: { source: scriptedSource() } };
const product = fileProduct(() => startProduct(noStrikes));
const quiet = fileProduct(() => startProduct(noStrikes));
/** Of more strikes than a page holds. */
const paged = fileProduct(() => startProduct(noStrikes));
/** Nobody answers it. */
const deaf = fileProduct(() => startProduct({ vars: { PROVIDER_BASE_URL: 'http://127.0.0.1:9' } }));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly log: string;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  const texts = { out: '', log: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk));
  child.stderr.on('data', (chunk: Buffer) => (texts.log += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

/** Runs one of GDAL's programs on our collections; its log has a line for each request. */
function gdal(
  program: string,
  origin: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Run> {
  const address = `OAPIF:${origin}/api/v1/ogc`;
  return run(
    join(findGdal(), program),
    args.map((arg) => (arg === 'OGC' ? address : arg)),
    { CPL_DEBUG: 'ON', ...env },
  );
}

interface QgisLayer {
  readonly name: string;
  readonly valid: boolean;
  readonly geometry: string;
  readonly crs: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly renderer: string | null;
  readonly counted: number;
  readonly ids: readonly string[];
}

/** What QGIS has of each layer: of a layer definition, or of some collections. */
async function inQgis(source: string, ...collections: readonly string[]): Promise<QgisLayer[]> {
  const script = join(projectRoot, 'tests/verify/worker/openInQgis.py');
  const { code, out, log } = await run(findQgisPython(), [script, source, ...collections]);
  expect(code, log).toBe(0);
  return JSON.parse(out) as QgisLayer[];
}

/** The layers of `lightning.qlr`, as QGIS has them. */
async function layersInQgis({ url, stateDir }: typeof product): Promise<QgisLayer[]> {
  const file = join(stateDir, 'lightning.qlr');
  await writeFile(file, await (await fetch(`${url}/api/v1/ogc/lightning.qlr`)).text());
  return inQgis(file);
}

const QGIS_TYPES: Readonly<Record<string, string>> = {
  integer: 'Integer',
  number: 'Real',
  boolean: 'Boolean',
  string: 'String',
  'date-time': 'DateTime',
  date: 'Date',
};
const qgisType = ({ type, format }: FeatureField) => QGIS_TYPES[format ?? type];

const requestsIn = ({ log }: Run) => [...log.matchAll(/HTTP: Fetch\(([^)]+)\)/g)].map(([, address = '']) => address);

/** The features that ogr2ogr copies of a collection, as GeoJSON. */
async function copied(collection: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const target = join(product.stateDir, `${crypto.randomUUID()}.json`);
  const run = await gdal('ogr2ogr', product.url, ['-f', 'GeoJSON', target, 'OGC', collection, ...args], env);
  expect(run.code, run.log.slice(-2_000)).toBe(0);
  const { features } = JSON.parse(await readFile(target, 'utf8')) as {
    features: { properties: Record<string, unknown>; geometry: { coordinates: [number, number] } }[];
  };
  return { run, features, ids: features.map(({ properties }) => String(properties.id)) };
}

const counted = (out: string) => Number(/Feature Count: (\d+)/.exec(out)?.[1]);

/** Of a sky in which nothing has happened since it is watched. */
const EMPTY: readonly string[] = ['strikes', 'strikes-24h', 'day-tiles', 'fires', 'hotspots'];

describe('a quiet sky', () => {
  test.each(COLLECTIONS)('GDAL opens $id, and knows its columns', async ({ id, geometry }) => {
    const { code, out } = await gdal('ogrinfo', quiet.url, ['-ro', '-so', 'OGC', id]);
    expect(code).toBe(0);
    expect(out).toMatch(
      id.startsWith('strikes') ? /^timestamp: DateTime/m : /^(at|from|start_datetime|lastSeen): DateTime/m,
    );
    expect(out).toMatch(new RegExp(`^Geometry: (Multi )?${geometry}$`, 'm'));
    if (EMPTY.includes(id)) expect(counted(out)).toBe(0);
    else expect(counted(out)).toBeGreaterThan(0);
  });

  test('QGIS opens each collection, empty too, with its kind of geometry, its CRS, and all columns by their types', async () => {
    const layers = await inQgis(`${quiet.url}/api/v1/ogc`, ...COLLECTION_IDS);
    expect(layers.map(({ name }) => name)).toEqual(COLLECTION_IDS);
    for (const [index, { name, valid, geometry, crs, columns, counted, ids }] of layers.entries()) {
      const { fields = {}, geometry: kind } = COLLECTIONS[index] ?? {};
      expect.soft([name, valid, geometry.replace('Multi', ''), crs]).toEqual([name, true, kind, 'EPSG:4326']);
      expect.soft(Object.keys(columns).toSorted(), name).toEqual(['id', ...Object.keys(fields)].toSorted());
      expect.soft(ids.length, name).toBe(counted);
      if (EMPTY.includes(name)) expect.soft(counted, name).toBe(0);
      // Days are there: what stands in them tells the types.
      if (name === 'days') continue;
      for (const [field, featureField] of Object.entries(fields)) {
        expect.soft([name, field, columns[field]]).toEqual([name, field, qgisType(featureField)]);
      }
    }
  });
});

describe('a provider that does not answer', () => {
  test('GDAL is told that nothing was read yet, and opens every collection', async () => {
    const { code, out } = await gdal('ogrinfo', deaf.url, ['-ro', '-al', '-q', 'OGC', 'data-gaps']);
    expect(code).toBe(0);
    expect(out).toMatch(/id \(String\) = not-yet/);
    expect(Number(/seconds \(Integer(?:64)?\) = (\d+)/.exec(out)?.[1])).toBeGreaterThan(DAY_MS / 1000);
    const cells = await gdal('ogrinfo', deaf.url, ['-ro', '-al', '-q', 'OGC', 'storm-cells']);
    expect(cells.out).toMatch(/stale \(Integer\(Boolean\)\) = 1/);
    for (const id of COLLECTION_IDS) expect((await gdal('ogrinfo', deaf.url, ['-ro', '-so', 'OGC', id])).code).toBe(0);
  });
});

/** Archives them, and waits until those of the last day are counted. */
async function archive({ url, runtime }: typeof product, strikes: readonly NumberedStrike[], ofDay: number) {
  const table = new StrikeArchive(await runtime.miniflare.getD1Database('DB'));
  for (let from = 0; from < strikes.length; from += BATCH) {
    const batch = strikes.slice(from, from + BATCH);
    await table.insert(batch, batch.at(-1)?.ordinal ?? 0);
  }
  await runtime.cron();
  const count = async () => {
    const page = await fetch(`${url}/api/v1/ogc/collections/strikes-24h/items?limit=1`);
    expect(await page.json()).toMatchObject({ numberReturned: 1, numberMatched: ofDay });
  };
  await vi.waitFor(count, { timeout: 30_000, interval: 500 });
}

describe('more strikes than a page holds', () => {
  const some = DAY.slice(0, MAX_PAGE_ROWS + 2_000).map((strike, index) => ({ ...strike, ordinal: index + 1 }));
  beforeAll(() => archive(paged, some, some.length), 60_000);

  test('QGIS has all features of every layer of lightning.qlr, with its style', async () => {
    const startMs = performance.now();
    const [strikes, cells, gaps, ...more] = await layersInQgis(paged);
    const seconds = (performance.now() - startMs) / 1000;
    process.stdout.write(`lightning.qlr in QGIS: ${strikes?.ids.length} strikes, ${seconds.toFixed(1)} s\n`);
    expect(strikes).toMatchObject({ valid: true, geometry: 'Point', renderer: 'RuleRenderer', counted: some.length });
    expect(strikes?.ids.toSorted()).toEqual(some.map(({ id }) => id).toSorted());
    expect(cells).toMatchObject({ valid: true, renderer: 'singleSymbol', ids: ['state'] });
    const page = await (await fetch(`${paged.url}/api/v1/ogc/collections/data-gaps/items`)).json();
    const reported = (page as { features: { id: string }[] }).features.map(({ id }) => id);
    expect(gaps).toMatchObject({ valid: true, geometry: 'Polygon', renderer: 'singleSymbol', ids: reported });
    expect(more).toEqual([]);
  });
});

describe('a busy day', () => {
  beforeAll(() => archive(product, STRIKES, OF_DAY), 120_000);

  test('GDAL lists all collections', async () => {
    const { code, out } = await gdal('ogrinfo', product.url, ['-ro', 'OGC']);
    expect(code).toBe(0);
    expect([...out.matchAll(/^\d+: ([\w-]+)/gm)].map(([, id]) => id)).toEqual(COLLECTION_IDS);
  });

  test('GDAL reads all of the day by its own defaults, each strike once, in ten requests or fewer', async () => {
    const startMs = performance.now();
    const { run, ids } = await copied('strikes-24h');
    const seconds = (performance.now() - startMs) / 1000;
    const requests = requestsIn(run);
    process.stdout.write(
      `24 h, ${ids.length} strikes, by GDAL's defaults: ${requests.length} requests, ${seconds.toFixed(1)} s\n`,
    );
    expect(ids.toSorted()).toEqual(DAY.map(({ id }) => id).toSorted());
    expect(requests.length).toBeLessThanOrEqual(10);
  });

  /** Both in turns, so that a busy machine hits both. */
  test('a page of 10,000 features takes no more than half as long again as one of /strikes', async () => {
    const times: Record<'ogc' | 'strikes', number[]> = { ogc: [], strikes: [] };
    const timed = async (of: 'ogc' | 'strikes', path: string) => {
      const startMs = performance.now();
      const result = (await (await fetch(`${product.url}/api/v1/${path}`)).json()) as { features: unknown[] };
      times[of].push(performance.now() - startMs);
      expect(result.features.length).toBeGreaterThan(9_000);
    };
    for (let run = 1; run <= 9; run += 1) {
      const since = new Date(NOW_MS - DAY_MS + run).toISOString();
      await timed('ogc', `ogc/collections/strikes/items?datetime=${since}/..`);
      const span = `from=${since}&to=${new Date(NOW_MS).toISOString()}`;
      await timed('strikes', `strikes?bbox=13,34,31,48&${span}&limit=10000&format=geojson`);
    }
    const [ours, plain] = [percentile(times.ogc, 50), percentile(times.strikes, 50)];
    process.stdout.write(
      `a page of 10,000: ${ours.toFixed(0)} ms; of /strikes: ${plain.toFixed(0)} ms (medians of 9)\n`,
    );
    expect(ours / plain).toBeLessThan(1.5);
  });

  test('GDAL’s boxes and times get what lies in them', async () => {
    const box = { west: 20, south: 40, east: 25, north: 44 };
    const [fromMs, toMs] = [20, 16].map((hours) => Math.floor(NOW_MS / 1000) * 1000 - hours * HOUR_MS) as [
      number,
      number,
    ];
    const where = `timestamp >= '${isoSeconds(fromMs)}' AND timestamp <= '${isoSeconds(toMs)}'`;
    const { ids, run } = await copied('strikes', ['-spat', '20', '40', '25', '44', '-where', where]);
    const within = STRIKES.filter(
      ({ longitude, latitude, atMs }) =>
        longitude >= box.west &&
        longitude <= box.east &&
        latitude >= box.south &&
        latitude <= box.north &&
        atMs >= fromMs &&
        atMs <= toMs,
    );
    expect(within.length).toBeGreaterThan(100);
    expect(ids.toSorted()).toEqual(within.map(({ id }) => id).toSorted());
    expect(requestsIn(run).some((address) => /bbox=/.test(address) && /datetime=/.test(address))).toBe(true);
  });

  test('GDAL counts without reading, and finds one feature by its id', async () => {
    const { out, log, code } = await gdal('ogrinfo', product.url, ['-ro', '-so', 'OGC', 'strikes']);
    expect([code, counted(out)]).toEqual([0, STRIKES.length]);
    expect(requestsIn({ out, log, code }).length).toBeLessThan(6);
    const { features, run } = await copied('strikes', ['-where', `id = '${STRIKES[0]?.id}'`]);
    expect(features.map(({ properties }) => properties.ordinal)).toEqual([STRIKES[0]?.ordinal]);
    expect(requestsIn(run).some((address) => address.endsWith(`/items/${STRIKES[0]?.id}`))).toBe(true);
  });

  test('GDAL sends a key as Basic, which is paid for, and one that nobody has is refused', async () => {
    const [key = ''] = (await printedByKeys(product, 'make', 'GIS', '--plan', 'professional')).split('\n');
    // Its log has the headers of each answer then.
    const asBasic = { GDAL_HTTP_USERPWD: `any:${key}`, CPL_CURL_VERBOSE: 'YES' };
    const { ids, run } = await copied('strikes', ['-spat', '20', '40', '21', '41'], asBasic);
    expect(ids.length).toBeGreaterThan(0);
    expect(run.log).toMatch(/ratelimit: "units";r=\d+/i);
    const wrong = `any:blk_00000000_${'0'.repeat(40)}`;
    const refused = await gdal('ogrinfo', product.url, ['-ro', 'OGC'], { GDAL_HTTP_USERPWD: wrong });
    expect(refused.code).not.toBe(0);
  });

  const BOX = { west: 20, south: 40, east: 25, north: 44 };
  const [start, end] = [20, 16].map((hours) => new Date(NOW_MS - hours * HOUR_MS)) as [Date, Date];
  /** The first `limit` of the box and the time, newest first. */
  const inBoxAndTime = (limit: number) =>
    STRIKES.filter(({ longitude, latitude }) => bboxContains(BOX, longitude, latitude))
      .filter(({ atMs }) => atMs >= start.getTime() && atMs <= end.getTime())
      .toSorted((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(({ id }) => id);
  const CORNERS: [number, number, number, number] = [BOX.west, BOX.south, BOX.east, BOX.north];
  /** Where the link `next` leads, as the parameters of a question. */
  const nextOf = (links: readonly { rel: string; href: string }[]) =>
    new URL(links.find(({ rel }) => rel === 'next')?.href ?? '').searchParams;

  test('ogc-client of Camptocamp opens the whole tree, and reads items by pages, box and time', async () => {
    const client = new OgcApiEndpoint(`${product.url}/api/v1/ogc`);
    expect((await client.info).title).toBe('Balkan Lightning');
    expect(await client.conformanceClasses).toHaveLength(3);
    expect(await client.featureCollections).toEqual(COLLECTION_IDS);
    for (const { id, title } of COLLECTIONS) {
      expect(await client.getCollectionInfo(id)).toMatchObject({
        id,
        itemType: 'feature',
        title,
      });
      const [first] = await client.getCollectionItems(id);
      if (first?.id === undefined || first.id === 'none') continue;
      expect(await client.getCollectionItem(id, String(first.id))).toMatchObject({ id: first.id });
    }
    const idsOf = async (query: string | null) =>
      (
        await client.getCollectionItems(
          'strikes',
          50,
          null as unknown as number,
          undefined,
          undefined,
          CORNERS,
          undefined,
          { start, end },
          query as string,
        )
      ).map(({ id }) => String(id));
    const address = await client.getCollectionItemsUrl('strikes', {
      limit: 50,
      extent: CORNERS,
      dateTime: { start, end },
      asJson: true,
    });
    const { links } = (await (await fetch(address)).json()) as { links: { rel: string; href: string }[] };
    const first = await idsOf(null);
    const second = await idsOf(`cursor=${nextOf(links).get('cursor')}`);
    expect([...first, ...second]).toEqual(inBoxAndTime(100));
  });

  test('@ogcapi-js/features opens the whole tree, and reads items by pages, box and time', async () => {
    const client = new FeatureService({ baseUrl: `${product.url}/api/v1/ogc` });
    expect((await client.getConformance()).conformsTo).toHaveLength(3);
    const { collections } = await client.getCollections();
    expect(collections.map(({ id }) => id)).toEqual(COLLECTION_IDS);
    for (const { id, title } of COLLECTIONS) {
      expect(await client.getCollection(id)).toMatchObject({ id, title });
      const [first] = (await client.getFeatures(id, { limit: 1000 })).features;
      if (first) expect(await client.getFeature(id, String(first.id))).toMatchObject({ id: first.id });
    }
    const query = { limit: 50, bbox: CORNERS, datetime: { start, end } };
    const first = await client.getFeatures('strikes', query);
    const cursor = nextOf(first.links).get('cursor') ?? '';
    const second = await client.getFeatures('strikes', { ...query, params: { cursor } });
    expect([...first.features, ...second.features].map(({ id }) => id)).toEqual(inBoxAndTime(100));
  });

  test('the tiles of the day hold its strikes', async () => {
    const days = await copied('days');
    const tiles = await copied('day-tiles');
    const [newest] = days.features.filter(({ properties }) => Number(properties.strikes) > 0);
    const sum = tiles.features.reduce((total, { properties }) => total + Number(properties.strikes), 0);
    expect(tiles.features.every(({ properties }) => properties.day === newest?.properties.day)).toBe(true);
    expect(sum).toBe(newest?.properties.strikes);
  });
});
