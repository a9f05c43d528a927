import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { bboxContains } from '#shared/geo/BBox.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { parameterProblem } from '#worker/http/parameterProblem.ts';
import { jsonAnswer } from '#worker/routes/describe.ts';
import { NoQuery } from '#worker/routes/queryOf.ts';
import type { Env } from '#worker/settings/Env.ts';
import { COLLECTIONS, type CollectionId, isCollectionId } from './collections.ts';
import {
  collectionDocument,
  collectionsDocument,
  conformanceDeclaration,
  featureSchema,
  JSON_TYPE,
  landingPage,
  OPENAPI_TYPE,
  SCHEMA_TYPE,
} from './documents.ts';
import {
  type Feature,
  type FeaturePage,
  featureCollection,
  GEOJSON_TYPE,
  itemsAddress,
  singleFeature,
} from './features.ts';
import { ItemsQuery } from './itemsQuery.ts';
import { type FeatureList, listPage } from './listItems.ts';
import { type OgcSite, siteOf } from './OgcSite.ts';
import { openApi30 } from './openApi30.ts';
import { readDays, readUnread } from './readLists.ts';
import { readStrikes } from './readStrikes.ts';
import { strikeFeature } from './strikeItems.ts';

type OgcContext = Context<{ Bindings: Env }>;

const CACHE_DOCUMENT = 'public, max-age=300';
const CACHE_STRIKES = 'public, max-age=5';
const CACHE_FOUND = 'public, max-age=86400';

/** @throws HttpProblem 400 naming each bad parameter and its rule */
function queryIn<Schema extends v.GenericSchema>(c: OgcContext, schema: Schema): v.InferOutput<Schema> {
  const given = Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const result = v.safeParse(schema, Object.fromEntries(given));
  if (!result.success)
    throw parameterProblem(result.issues.map((issue) => ({ ...issue, path: [String(issue.path?.[0]?.key)] })));
  return result.output;
}

const notFound = (detail: string) => new HttpProblem(404, 'not-found', detail);

function collectionIn(c: OgcContext): CollectionId {
  const id = c.req.param('collection') ?? '';
  if (!isCollectionId(id)) throw notFound('No collection has this id.');
  return id;
}

function cached(c: OgcContext, address: string, type: string, caching: string, make: () => Promise<unknown>) {
  return edgeCached(
    address,
    (work) => c.executionCtx.waitUntil(work),
    async () => {
      const body = JSON.stringify(await make());
      return new Response(body, { headers: { 'content-type': type, 'cache-control': caching } });
    },
  );
}

function documentAnswer(c: OgcContext, type: string, make: (site: OgcSite) => unknown): Promise<Response> {
  queryIn(c, NoQuery);
  const { origin, pathname } = new URL(c.req.url);
  return cached(c, `${origin}/internal${pathname}`, type, CACHE_DOCUMENT, async () => make(siteOf(c)));
}

const landing = (c: OgcContext) => documentAnswer(c, JSON_TYPE, landingPage);

type ListedId = Exclude<CollectionId, 'strikes' | 'strikes-24h'>;
const isListed = (id: CollectionId): id is ListedId => id in LISTS;

const LISTS: Readonly<Record<ListedId, (c: OgcContext, site: OgcSite) => Promise<FeatureList>>> = {
  unread: readUnread,
  days: readDays,
};
/** An answer may be up to so old. */
const LIST_CACHE: Readonly<Record<ListedId, string>> = { unread: 'public, max-age=15', days: 'public, max-age=60' };

/** The whole list, made once for all questions. */
async function listOf(c: OgcContext, site: OgcSite, id: ListedId): Promise<FeatureList> {
  const address = `${site.origin}/internal/ogc/${id}`;
  const answer = await cached(c, address, JSON_TYPE, LIST_CACHE[id], () => LISTS[id](c, site));
  return answer.json();
}

async function pageOf(c: OgcContext, site: OgcSite, id: CollectionId, query: ItemsQuery): Promise<FeaturePage> {
  if (isListed(id)) return listPage(await listOf(c, site, id), query, COLLECTIONS[id].time);
  const ofDay = id === 'strikes-24h';
  return readStrikes(
    c,
    site,
    query,
    ofDay
      ? { reachFromMs: site.dayFromMs, entitled: true, fillUp: true }
      : { reachFromMs: site.keptFromMs, entitled: false, fillUp: false },
  );
}

async function featureOf(
  c: OgcContext,
  site: OgcSite,
  id: CollectionId,
  featureId: string,
): Promise<Feature | undefined> {
  if (isListed(id)) return (await listOf(c, site, id)).features.find((feature) => feature.id === featureId);
  const strike = await available('archive', new StrikeArchive(c.env.DB).byId(featureId));
  if (!strike || strike.atMs < site.keptFromMs || !bboxContains(site.home, strike.longitude, strike.latitude))
    return undefined;
  return strikeFeature(strike, id === 'strikes-24h');
}

async function itemsAnswer(c: OgcContext): Promise<Response> {
  const id = collectionIn(c);
  const query = queryIn(c, ItemsQuery);
  const site = siteOf(c);
  const caching = isListed(id) ? LIST_CACHE[id] : CACHE_STRIKES;
  return cached(c, itemsAddress(`${site.origin}/internal/ogc`, id, query), GEOJSON_TYPE, caching, async () =>
    featureCollection(site, id, query, await pageOf(c, site, id, query)),
  );
}

async function itemAnswer(c: OgcContext): Promise<Response> {
  const id = collectionIn(c);
  queryIn(c, NoQuery);
  const site = siteOf(c);
  const feature = await featureOf(c, site, id, c.req.param('feature') ?? '');
  if (!feature) throw notFound('No feature of this collection has this id.');
  return c.json(singleFeature(site, id, feature), 200, {
    'content-type': GEOJSON_TYPE,
    'cache-control': isListed(id) ? LIST_CACHE[id] : CACHE_FOUND,
  });
}

export const ogc = new Hono<{ Bindings: Env }>()
  .get(
    '/ogc',
    describeRoute({
      summary: 'OGC API – Features: the same data for QGIS, GDAL and other GIS',
      description:
        'Give this address to a GIS. It has an OpenAPI document of its own at `/ogc/api`, in version 3.0 as GDAL asks for it. Questions are answered within the same fair use, and keys are taken as the password of Basic too.',
      responses: {
        200: jsonAnswer(
          'The landing page',
          v.object({ title: v.string(), links: v.array(v.looseObject({ href: v.string(), rel: v.string() })) }),
        ),
      },
    }),
    landing,
  )
  .get('/ogc/', landing)
  .get('/ogc/conformance', (c) => documentAnswer(c, JSON_TYPE, conformanceDeclaration))
  .get('/ogc/api', (c) => documentAnswer(c, OPENAPI_TYPE, openApi30))
  .get('/ogc/collections', (c) => documentAnswer(c, JSON_TYPE, collectionsDocument))
  .get('/ogc/collections/:collection', (c) => {
    const id = collectionIn(c);
    return documentAnswer(c, JSON_TYPE, (site) => collectionDocument(site, id));
  })
  .get('/ogc/collections/:collection/schema', (c) => {
    const id = collectionIn(c);
    return documentAnswer(c, SCHEMA_TYPE, (site) => featureSchema(site.root, id));
  })
  .get('/ogc/collections/:collection/items', itemsAnswer)
  .get('/ogc/collections/:collection/items/:feature', itemAnswer);
