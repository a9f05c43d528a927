import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { formatTile, parseTile, type Tile } from '#shared/geo/tile.ts';
import { basemapTilePath } from '#shared/wire/apiPaths.ts';
import { BasemapError, basemapStoreOf } from '#worker/features/basemap/basemapStoreOf.ts';
import { basemapMemory, OwnBasemap, tileJson } from '#worker/features/basemap/OwnBasemap.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached, encodedFor, gzippedResponse } from '#worker/http/edgeCached.ts';
import { log } from '#worker/http/outbound/log.ts';
import { NoQuery, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import { HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';

type RouteContext = Context<{ Bindings: Env }>;

const FRESH = 'public, max-age=60';
const FOR_EVER = 'public, max-age=31536000, immutable';
const PBF = '.pbf';

const TilePath = v.strictObject({
  tag: v.pipe(v.string('format'), v.description('Version tag from the TileJSON'), v.regex(/^[\w-]{1,80}$/, 'format')),
  z: v.pipe(v.string('format'), v.regex(/^\d{1,2}$/, 'format')),
  x: v.pipe(v.string('format'), v.regex(/^\d{1,8}$/, 'format')),
  y: v.pipe(v.string('format'), v.description('Ends in .pbf'), v.regex(/^\d{1,8}\.pbf$/, 'format')),
});

const TileJson = v.object({
  tilejson: v.string(),
  tiles: v.array(v.string()),
  minzoom: v.number(),
  maxzoom: v.number(),
  bounds: v.array(v.number()),
  attribution: v.string(),
});

const memory = basemapMemory();

async function withBasemap<Result>(c: RouteContext, work: (basemap: OwnBasemap) => Promise<Result>): Promise<Result> {
  try {
    const store = basemapStoreOf(c.env);
    if (store) return await work(new OwnBasemap(store, memory));
  } catch (error) {
    if (!(error instanceof BasemapError)) throw error;
    log('error', 'basemap.fault', { reason: error.message });
    throw new HttpProblem(503, 'unavailable', `The base map ${error.message}.`, { retryAfterSeconds: 60 });
  }
  throw new HttpProblem(404, 'not-found', 'This deployment does not host its own base map.');
}

async function tileResponse(c: RouteContext, tile: Tile, tag: string): Promise<Response> {
  const found = await withBasemap(c, (basemap) => basemap.tile(tile, tag));
  if (found.tag !== tag) {
    const location = basemapTilePath(found.tag, formatTile(tile));
    return new Response(null, { status: 307, headers: { location, 'cache-control': FRESH } });
  }
  if (found.bytes === undefined) return new Response(null, { status: 204, headers: { 'cache-control': FOR_EVER } });
  const headers = { 'content-type': 'application/x-protobuf', 'cache-control': FOR_EVER };
  return found.gzipped ? gzippedResponse(found.bytes, headers) : new Response(found.bytes, { headers });
}

/** The deployment's own base map, if `BASEMAP` names one: its description and its tiles. */
export const basemap = new Hono<{ Bindings: Env }>()
  .get(
    '/basemap',
    describeRoute({
      summary: 'Get this deployment’s base map as TileJSON',
      responses: {
        200: jsonResponse('Tile URLs', TileJson),
        404: problemResponse('This deployment does not host its own base map'),
        503: problemResponse('The base map file cannot be served; see `detail`'),
      },
    }),
    queryOf(NoQuery),
    async (c) => {
      const { origin } = new URL(c.req.url);
      return await edgeCached(c, '/internal/basemap', async () => {
        const opened = await withBasemap(c, (each) => each.open());
        const tiles = `${origin}${basemapTilePath(opened.tag, '{z}/{x}/{y}')}`;
        return Response.json(tileJson(opened, tiles), { headers: { 'cache-control': FRESH } });
      });
    },
  )
  .get(
    '/basemap/:tag/:z/:x/:y',
    describeRoute({
      summary: 'Get one base map tile',
      description: 'OpenMapTiles vector tiles. URLs of a replaced file redirect to the new one.',
      responses: {
        200: {
          description: 'The tile (immutable)',
          content: { 'application/x-protobuf': { schema: { type: 'string', format: 'binary' } } },
        },
        204: { description: 'Empty tile' },
        307: { description: 'Redirect to the same tile in the new file' },
        400: problemResponse('Invalid parameter'),
        404: problemResponse('This deployment does not host its own base map'),
        503: problemResponse('The base map file cannot be served; see `detail`'),
      },
    }),
    pathParametersOf(TilePath),
    queryOf(NoQuery),
    async (c) => {
      const { tag, z, x, y } = c.req.valid('param');
      const tile = parseTile(`${z}/${x}/${y.slice(0, -PBF.length)}`);
      if (!tile) throw new HttpProblem(404, 'not-found', 'Tile not found.');
      const response = await edgeCached(c, basemapTilePath(tag, formatTile(tile)), () => tileResponse(c, tile, tag));
      return encodedFor(c.req.raw, response);
    },
  );
