import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { bboxContains, bboxWithin } from '#shared/geo/BBox.ts';
import type { Collection, Feature, HistoryCollection } from '#worker/archive/HistoryCollection.ts';
import { decodePageCursor, encodePageCursor, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { firstFound, scannedRows } from '#worker/archive/strikeRoutes.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import type { Env } from '#worker/http/Env.ts';
import { NoQuery, parameterProblem } from '#worker/http/parameters.ts';
import { available, HttpProblem, jsonResponse } from '#worker/http/responses.ts';
import { cachedJson, collectionsWith, LAYERS_TYPE, layerDefinition, type OgcSite, siteOf } from './collections.ts';
import {
  collectionDocument,
  collectionsDocument,
  conformanceDeclaration,
  featureSchema,
  JSON_TYPE,
  landingPage,
  OPENAPI_TYPE,
  openApi30,
  PARAMETERS,
  SCHEMA_TYPE,
} from './documents.ts';
import {
  AHEAD_MS,
  boxAtHome,
  DocumentQuery,
  type FeaturePage,
  featureCollection,
  GEOJSON_TYPE,
  ItemQuery,
  ItemsQuery,
  itemsAddress,
  listPage,
  nextQuery,
  requestedSpan,
  singleFeature,
} from './items.ts';
import { isListed, LIST_CACHE, listedFeature, listOf } from './readLists.ts';
import { readStrikes, strikeFeature } from './strikeItems.ts';

type OgcContext = Context<{ Bindings: Env }>;

const CACHE_DOCUMENT = 'public, max-age=300';
const CACHE_STRIKES = 'public, max-age=5';
const CACHE_FOUND = 'public, max-age=86400';

/** @throws HttpProblem 400 naming each bad parameter and its rule */
function queryIn<Schema extends v.GenericSchema>(c: OgcContext, schema: Schema): v.InferOutput<Schema> {
  const input = Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const result = v.safeParse(schema, Object.fromEntries(input));
  if (!result.success)
    throw parameterProblem(result.issues.map((issue) => ({ ...issue, path: [String(issue.path?.[0]?.key)] })));
  return result.output;
}

const notFound = (detail: string) => new HttpProblem(404, 'not-found', detail);

function collectionIn(c: OgcContext, collections: OgcSite['collections']): Collection | HistoryCollection {
  const id = c.req.param('collection');
  const found = collections.find((one) => one.id === id);
  if (!found) throw notFound('Collection not found.');
  return found;
}

function documentResponse(c: OgcContext, type: string, make: () => unknown): Promise<Response> {
  queryIn(c, DocumentQuery);
  const { pathname } = new URL(c.req.url);
  const headers = { 'content-type': type, 'cache-control': CACHE_DOCUMENT };
  return cachedJson(c, `/internal${pathname}`, headers, async () => make());
}

const isHanded = (one: Collection | HistoryCollection): one is HistoryCollection => 'open' in one;

async function pageOf(
  c: OgcContext,
  site: OgcSite,
  collection: Collection | HistoryCollection,
  query: ItemsQuery,
): Promise<FeaturePage> {
  const { id, time } = collection;
  if (isListed(id)) return listPage(await listOf(c, site, id, query), query, time);
  if (isHanded(collection)) return handedPage(c, site, collection, query);
  const ofDay = id === 'strikes-24h';
  return readStrikes(
    c,
    site,
    query,
    ofDay
      ? { reachFromMs: site.dayFromMs, entitled: true, fillUp: true }
      : { reachFromMs: site.retainedFromMs, entitled: false, fillUp: false },
  );
}

/** A page of home's features for a query, newest first. The client pays. */
async function handedPage(
  c: OgcContext,
  { home, retainedFromMs, nowMs }: OgcSite,
  { mostAPage, open }: HistoryCollection,
  query: ItemsQuery,
): Promise<FeaturePage> {
  const cursor = query.cursor === undefined ? undefined : decodePageCursor(query.cursor);
  if (query.cursor !== undefined && !cursor) throw parameterProblem([{ message: 'format', path: ['cursor'] }]);
  const bbox = boxAtHome(query.bbox, home);
  const [fromMs, toMs] = requestedSpan(query.datetime, [retainedFromMs, nowMs + AHEAD_MS]);
  const reader = open(c.env);
  const reported = await available('archive', reader.readContext(nowMs));
  if (!bbox || fromMs >= toMs) return { features: [], next: undefined, matched: 0, reported };
  const within = bboxWithin(home, bbox) ? undefined : bbox;
  const readPage = (before: PagePosition | undefined) =>
    scannedRows(
      c,
      { fromMs, toMs, before, limit: Math.min(query.limit, mostAPage), bbox: within },
      (...look) => reader.window(...look),
      ({ atMs, feature }) => ({ atMs, id: feature.id }),
    );
  const page = await firstFound(readPage, (found) => found.rows.length === 0, cursor);
  const features = page.rows.map(({ feature }) => feature);
  const next = page.next && nextQuery(query, encodePageCursor(page.next));
  return { features, next, matched: next || cursor ? undefined : features.length, reported };
}

async function featureOf(
  c: OgcContext,
  site: OgcSite,
  collection: Collection | HistoryCollection,
  featureId: string,
): Promise<Feature | undefined> {
  const { id } = collection;
  if (isListed(id)) return listedFeature(c, site, id, featureId);
  if (isHanded(collection)) {
    const dated = await available('archive', collection.open(c.env).byId(featureId));
    return dated && dated.atMs >= site.retainedFromMs ? dated.feature : undefined;
  }
  const strike = await available('archive', new StrikeArchive(c.env.DB).byId(featureId));
  if (!strike || strike.atMs < site.retainedFromMs || !bboxContains(site.home, strike.longitude, strike.latitude))
    return undefined;
  return strikeFeature(strike, id === 'strikes-24h');
}

function cachingOf(collection: Collection | HistoryCollection, ofStrikes: string): string {
  if (isListed(collection.id)) return LIST_CACHE[collection.id];
  return isHanded(collection) ? collection.cacheControl : ofStrikes;
}

async function itemsResponse(c: OgcContext, site: OgcSite): Promise<Response> {
  const collection = collectionIn(c, site.collections);
  const query = queryIn(c, ItemsQuery);
  const caching = cachingOf(collection, CACHE_STRIKES);
  const headers = { 'content-type': GEOJSON_TYPE, 'cache-control': caching };
  return cachedJson(c, itemsAddress('/internal/ogc', collection.id, query), headers, async () =>
    featureCollection(site, collection, query, await pageOf(c, site, collection, query)),
  );
}

async function itemResponse(c: OgcContext, site: OgcSite): Promise<Response> {
  const collection = collectionIn(c, site.collections);
  queryIn(c, ItemQuery);
  const feature = await featureOf(c, site, collection, c.req.param('feature') ?? '');
  if (!feature) throw notFound('Feature not found.');
  return c.json(singleFeature(site, collection, feature), 200, {
    'content-type': GEOJSON_TYPE,
    'cache-control': cachingOf(collection, CACHE_FOUND),
  });
}

/** OGC API – Features of the strikes, the days, and the collections that other features hand in. */
export function ogc(handed: readonly HistoryCollection[]) {
  const collections = collectionsWith(handed);
  const siteAt = (c: OgcContext) => siteOf(c, collections);
  const documentOf = (type: string, make: (site: OgcSite) => unknown) => (c: OgcContext) =>
    documentResponse(c, type, () => make(siteAt(c)));
  const landing = documentOf(JSON_TYPE, landingPage);
  return new Hono<{ Bindings: Env }>()
    .get(
      '/ogc',
      describeRoute({
        summary: 'OGC API – Features for QGIS, GDAL and other GIS',
        description:
          'Use this URL as the service address. `/ogc/api` is its own OpenAPI 3.0 document, which GDAL requires. The same quotas apply; keys also work as the Basic password.',
        parameters: [PARAMETERS.f],
        responses: {
          200: jsonResponse(
            'The landing page',
            v.object({ title: v.string(), links: v.array(v.looseObject({ href: v.string(), rel: v.string() })) }),
          ),
        },
      }),
      landing,
    )
    .get('/ogc/', landing)
    .get('/ogc/conformance', documentOf(JSON_TYPE, conformanceDeclaration))
    .get('/ogc/api', documentOf(OPENAPI_TYPE, openApi30))
    .get('/ogc/lightning.qlr', (c) => {
      queryIn(c, NoQuery);
      const headers = { 'content-type': LAYERS_TYPE, 'content-disposition': 'attachment; filename="lightning.qlr"' };
      return c.body(layerDefinition(siteAt(c)), 200, { ...headers, 'cache-control': CACHE_DOCUMENT });
    })
    .get('/ogc/collections', documentOf(JSON_TYPE, collectionsDocument))
    .get('/ogc/collections/:collection', (c) => {
      const collection = collectionIn(c, collections);
      return documentResponse(c, JSON_TYPE, () => collectionDocument(siteAt(c), collection));
    })
    .get('/ogc/collections/:collection/schema', (c) => {
      const collection = collectionIn(c, collections);
      return documentResponse(c, SCHEMA_TYPE, () => featureSchema(siteAt(c).root, collection));
    })
    .get('/ogc/collections/:collection/items', (c) => itemsResponse(c, siteAt(c)))
    .get('/ogc/collections/:collection/items/:feature', (c) => itemResponse(c, siteAt(c)));
}
