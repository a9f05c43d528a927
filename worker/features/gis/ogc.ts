import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { bboxContains } from '#shared/geo/BBox.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { CACHE_FIRES } from '#worker/features/fires/fireRoutes.ts';
import type { Env } from '#worker/http/Env.ts';
import { NoQuery, parameterProblem } from '#worker/http/parameters.ts';
import { available, HttpProblem, jsonResponse } from '#worker/http/responses.ts';
import {
  COLLECTIONS,
  type CollectionId,
  cachedJson,
  isCollectionId,
  LAYERS_TYPE,
  layerDefinition,
  type OgcSite,
  siteOf,
} from './collections.ts';
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
import { fireFeatureById, firePage, isOfFires } from './fireItems.ts';
import {
  DocumentQuery,
  type Feature,
  type FeaturePage,
  featureCollection,
  GEOJSON_TYPE,
  ItemQuery,
  ItemsQuery,
  itemsAddress,
  listPage,
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

function collectionIn(c: OgcContext): CollectionId {
  const id = c.req.param('collection') ?? '';
  if (!isCollectionId(id)) throw notFound('Collection not found.');
  return id;
}

function documentResponse(c: OgcContext, type: string, make: (site: OgcSite) => unknown): Promise<Response> {
  queryIn(c, DocumentQuery);
  const { pathname } = new URL(c.req.url);
  const headers = { 'content-type': type, 'cache-control': CACHE_DOCUMENT };
  return cachedJson(c, `/internal${pathname}`, headers, async () => make(siteOf(c)));
}

const landing = (c: OgcContext) => documentResponse(c, JSON_TYPE, landingPage);

async function pageOf(c: OgcContext, site: OgcSite, id: CollectionId, query: ItemsQuery): Promise<FeaturePage> {
  if (isListed(id)) return listPage(await listOf(c, site, id, query), query, COLLECTIONS[id].time);
  if (isOfFires(id)) return firePage(c, site, id, query);
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

async function featureOf(
  c: OgcContext,
  site: OgcSite,
  id: CollectionId,
  featureId: string,
): Promise<Feature | undefined> {
  if (isListed(id)) return listedFeature(c, site, id, featureId);
  if (isOfFires(id)) return fireFeatureById(c, site, id, featureId);
  const strike = await available('archive', new StrikeArchive(c.env.DB).byId(featureId));
  if (!strike || strike.atMs < site.retainedFromMs || !bboxContains(site.home, strike.longitude, strike.latitude))
    return undefined;
  return strikeFeature(strike, id === 'strikes-24h');
}

function cachingOf(id: CollectionId, ofStrikes: string): string {
  if (isListed(id)) return LIST_CACHE[id];
  return isOfFires(id) ? CACHE_FIRES : ofStrikes;
}

async function itemsResponse(c: OgcContext): Promise<Response> {
  const id = collectionIn(c);
  const query = queryIn(c, ItemsQuery);
  const site = siteOf(c);
  const caching = cachingOf(id, CACHE_STRIKES);
  const headers = { 'content-type': GEOJSON_TYPE, 'cache-control': caching };
  return cachedJson(c, itemsAddress('/internal/ogc', id, query), headers, async () =>
    featureCollection(site, id, query, await pageOf(c, site, id, query)),
  );
}

async function itemResponse(c: OgcContext): Promise<Response> {
  const id = collectionIn(c);
  queryIn(c, ItemQuery);
  const site = siteOf(c);
  const feature = await featureOf(c, site, id, c.req.param('feature') ?? '');
  if (!feature) throw notFound('Feature not found.');
  return c.json(singleFeature(site, id, feature), 200, {
    'content-type': GEOJSON_TYPE,
    'cache-control': cachingOf(id, CACHE_FOUND),
  });
}

export const ogc = new Hono<{ Bindings: Env }>()
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
  .get('/ogc/conformance', (c) => documentResponse(c, JSON_TYPE, conformanceDeclaration))
  .get('/ogc/api', (c) => documentResponse(c, OPENAPI_TYPE, openApi30))
  .get('/ogc/lightning.qlr', (c) => {
    queryIn(c, NoQuery);
    const headers = { 'content-type': LAYERS_TYPE, 'content-disposition': 'attachment; filename="lightning.qlr"' };
    return c.body(layerDefinition(siteOf(c)), 200, { ...headers, 'cache-control': CACHE_DOCUMENT });
  })
  .get('/ogc/collections', (c) => documentResponse(c, JSON_TYPE, collectionsDocument))
  .get('/ogc/collections/:collection', (c) => {
    const id = collectionIn(c);
    return documentResponse(c, JSON_TYPE, (site) => collectionDocument(site, id));
  })
  .get('/ogc/collections/:collection/schema', (c) => {
    const id = collectionIn(c);
    return documentResponse(c, SCHEMA_TYPE, (site) => featureSchema(site.root, id));
  })
  .get('/ogc/collections/:collection/items', itemsResponse)
  .get('/ogc/collections/:collection/items/:feature', itemResponse);
