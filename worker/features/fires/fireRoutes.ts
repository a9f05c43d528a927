import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { sightingsOf } from '#shared/fires/attributeFire.ts';
import {
  FIRES_A_PAGE,
  type FireBody,
  FiresBody,
  formatHoldover,
  HOLDOVER_FORMATS,
  HoldoverBody,
  holdoverBody,
  WholeFireBody,
} from '#shared/fires/bodies.ts';
import { assumedAccuracy } from '#shared/fires/candidatesOf.ts';
import { parseHotspotKey, satelliteStateAt } from '#shared/fires/Hotspot.ts';
import { holdoverList } from '#shared/fires/holdover.ts';
import { type BBox, bboxDiagonalKm, bboxWithin } from '#shared/geo/BBox.ts';
import { regionTileNumber } from '#shared/geo/regionTable.ts';
import { tileNumber } from '#shared/geo/tile.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, isoMillis, isoSeconds } from '#shared/time.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { encodePageCursor, extentIn, type HistoryPage, retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { indexColumnsOfTiles } from '#worker/archive/windowQuery.ts';
import {
  FIRE_RETENTION_MS,
  type FireQuery,
  FireTable,
  gapShareBody,
  reportedFire,
  reportedPower,
  type StoredFire,
} from '#worker/features/fires/FireTable.ts';
import {
  HotspotTable,
  hotspotByKey,
  hotspotsOfFire,
  LIST_MAX_AGE_S,
  NO_SOURCES,
  type SourceRows,
  type StoredHotspot,
} from '#worker/features/fires/HotspotTable.ts';
import { type Config, parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import {
  BBoxParameter,
  InstantParameter,
  NoQuery,
  queryOf,
  RegionParameter,
  type RequestedArea,
  requestedArea,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { available, HttpProblem, inChunks, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { inQueue } from '../../archive/inQueue.ts';
import { CursorParameter, scannedPages, scannedRows } from '../../archive/strikeRoutes.ts';
import { attributionBody } from '../../http/attribution.ts';
import { firmsRegions, SOUTHERN_LATITUDE } from './firms.ts';

/** How long responses about fires may be cached: the source files change about every hour. */
export const CACHE_FIRES = `public, max-age=${LIST_MAX_AGE_S}`;

const simulatedMember = (source: Config['source']) => (source === 'simulated' ? ({ simulated: true } as const) : {});

export function fireBody(fire: StoredFire): FireBody {
  const { id, isStatic, state, chance, candidates } = fire;
  return {
    id,
    ...reportedFire(fire),
    static: isStatic,
    state,
    chance,
    ...gapShareBody(fire),
    candidates: [...candidates],
  };
}

/** The fire with the newest `most` of its hotspots; `hotspots` may contain more. */
export function wholeFireBody(
  fire: StoredFire,
  hotspots: readonly StoredHotspot[],
  most: number,
  source: Config['source'],
): WholeFireBody {
  const storedHotspots = hotspots.slice(0, most);
  return {
    ...fireBody(fire),
    sightings: sightingsOf(storedHotspots).map(({ satellite, atMs, hotspots: pixels, frpMw }) => ({
      ...{ at: isoSeconds(atMs), satellite, hotspots: pixels, frpMw: reportedPower(frpMw) },
    })),
    hotspots: storedHotspots.map(({ latitude, longitude, atMs, satellite, scanKm, trackKm, frpMw, ...spot }) => ({
      ...{ latitude, longitude, at: isoSeconds(atMs), satellite, scanKm, trackKm, frpMw: reportedPower(frpMw) },
      ...{ confidence: spot.confidence, day: spot.isDay, withdrawn: spot.withdrawn },
    })),
    cut: hotspots.length > most,
    ...simulatedMember(source),
  };
}

/** Facts for the whole list: the delay of each satellite and of the south, and whether the data is simulated. */
export function firesContext(
  { satellites, southMs }: SourceRows,
  { source, fires: access, areas: { home } }: Pick<Config, 'source' | 'fires' | 'areas'>,
  nowMs: number,
): Omit<FiresBody, 'fires'> {
  const newestRow = (newestMs: number | null) => ({
    newest: newestMs === null ? null : isoSeconds(newestMs),
    state: satelliteStateAt(newestMs ?? undefined, nowMs),
  });
  const hasSouth = access && firmsRegions(access, home).includes('africa');
  return {
    sources: satellites.map(({ satellite, newestMs }) => ({ satellite, ...newestRow(newestMs) })),
    ...(hasSouth ? { south: { below: SOUTHERN_LATITUDE, ...newestRow(southMs) } } : {}),
    ...simulatedMember(source),
  };
}

type FiresContext = Context<{ Bindings: Env }>;

const USUAL_MS = 7 * DAY_MS;
const MOST_HOTSPOTS = 2_000;

const FiresQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    region: v.optional(RegionParameter),
    since: v.optional(InstantParameter),
    limit: v.optional(wholeNumberParameter(1, FIRES_A_PAGE, 'Fires per page.'), String(FIRES_A_PAGE)),
    cursor: v.optional(CursorParameter),
  }),
  v.forward(
    v.partialCheck(
      [['bbox'], ['region']],
      ({ bbox, region }) => bbox === undefined || region === undefined,
      'conflict',
    ),
    ['region'],
  ),
);
type FiresQuery = v.InferOutput<typeof FiresQuery>;

/** Canonical, independent of how the query was written: the cache key, and the address of the next page. */
function firesAddress({ since, limit, cursor, ...area }: FiresQuery): string {
  const parameters = [
    requestedArea(area)?.parameter ?? [],
    cursor ? `cursor=${encodePageCursor(cursor)}` : [],
    `limit=${limit}`,
    since === undefined ? [] : `since=${isoMillis(since)}`,
  ].flat();
  return `${apiPaths.fires}?${parameters.join('&')}`;
}

/** A page of fires by when they were last seen. Charged to the client's quota, in fair order. */
function scannedFires(c: FiresContext, query: FireQuery): Promise<HistoryPage<StoredFire>> {
  const table = new FireTable(c.env.DB);
  return scannedRows(
    c,
    query,
    (...look) => table.window(...look),
    ({ lastSeenMs, id }) => ({ atMs: lastSeenMs, id }),
  );
}

/** A page of fires, and the delays of the satellites. */
async function firesResponse(c: FiresContext, query: FiresQuery): Promise<Response> {
  const config = parseConfig(c.env);
  const nowMs = systemClock.now();
  const since = Math.max(query.since ?? nowMs - USUAL_MS, nowMs - FIRE_RETENTION_MS);
  const { limit, cursor: before } = query;
  const requested = requestedArea(query);
  const area = requested && (requested.tiles || !bboxWithin(config.areas.home, requested.bbox)) ? requested : undefined;
  const rows = config.fires ? await available('fire list', new HotspotTable(c.env.DB).sources()) : NO_SOURCES;
  const page = await scannedFires(c, { area, fromMs: since, toMs: Number.MAX_SAFE_INTEGER, before, limit });
  const next = page.next && firesAddress({ ...query, since, cursor: page.next });
  const body: FiresBody = {
    fires: page.rows.map(fireBody),
    ...(next ? { next } : {}),
    ...firesContext(rows, config, nowMs),
  };
  return c.json(body, 200, { 'cache-control': CACHE_FIRES, ...(next ? { link: `<${next}>; rel="next"` } : {}) });
}

async function fireResponse(c: FiresContext, id: string): Promise<Response> {
  // Every fire is named after a hotspot.
  if (!parseHotspotKey(id)) throw noSuchFire();
  const { DB } = c.env;
  const { fire, hotspots, became } = await inQueue(c, async () => {
    const [known, seen] = await Promise.all([new FireTable(DB).byId(id), hotspotsOfFire(DB, id, MOST_HOTSPOTS + 1)]);
    // The hotspot's row has the id of the fire that it was merged into.
    const now = known ? undefined : (await hotspotByKey(DB, id))?.fire;
    return { fire: known, hotspots: seen.rows, became: now, rowsRead: seen.rowsRead + ROWS_OF_ONE };
  });
  if (!fire) throw noSuchFire(became === id ? undefined : became);
  const body = wholeFireBody(fire, hotspots, MOST_HOTSPOTS, parseConfig(c.env).source);
  return c.json(body, 200, { 'cache-control': CACHE_FIRES });
}

/** The fire, and its first hotspot. */
const ROWS_OF_ONE = 2;

function noSuchFire(became?: string | null): HttpProblem {
  const detail = became ? `This fire was merged into ${became}.` : 'No stored fire has this id.';
  return new HttpProblem(404, 'not-found', detail);
}

const REFUSALS = {
  429: problemResponse('Rate limited: retry after the Retry-After delay'),
  503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
} as const;

export const fires = new Hono<{ Bindings: Env }>()
  .get(
    '/fires',
    describeRoute({
      summary: 'List satellite-detected fires in the home area with the probability that lightning ignited them',
      description:
        'Fires seen since `since` (default: 7 days ago; at most 400 days ago) in `bbox` or `region` (default: home), last seen first. Results are never truncated silently: follow `next` or the Link header until there is none. Each request searches a bounded number of rows. A page may hold fewer than `limit` fires, or none, and still have a next page. Cached for up to a minute. Shares the history quota. A fire is a group of hotspots; a hotspot may be an industrial heat source. No fires listed does not mean nothing is burning: satellites pass a few times a day, clouds hide fires, and `sources` shows how late they are. A probability is not proof of cause. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonResponse('A page of fires, and the status of each satellite', FiresBody),
        400: problemResponse('Invalid parameter'),
        ...REFUSALS,
      },
    }),
    queryOf(FiresQuery),
    (c) => {
      const query = c.req.valid('query');
      return edgeCached(c, `/internal${firesAddress(query)}`, () => firesResponse(c, query));
    },
  )
  .get(
    '/fires/:id',
    describeRoute({
      summary: 'Get one fire with its satellite observations',
      description:
        'All list fields, plus sightings and up to 2,000 hotspots, newest first. When fires merge, the older id survives; the other returns 404 with the surviving id. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonResponse('The fire', WholeFireBody),
        400: problemResponse('Invalid parameter'),
        404: problemResponse('Fire not found, expired, or merged into an older one'),
        ...REFUSALS,
      },
    }),
    queryOf(NoQuery),
    (c) => {
      const id = c.req.param('id');
      return edgeCached(c, `/internal${firePath(id)}`, () => fireResponse(c, id));
    },
  );

const CACHE = 'public, max-age=60';
/** Diagonal: allows any country of the home area, but not the whole area. */
const MAX_ACROSS_KM = 1_200;
/** Newest first: strikes that the search does not reach are the oldest, with the fewest undetected fires left. */
const PAGE_STRIKES = 10_000;
/** A strike on the list takes about 2 µs, as much as this many rows. */
const STRIKE_WORK_ROWS = 2;
const MAX_DAYS = 14;
const USUAL_DAYS = 3;

const isNarrow = (bbox: BBox) => bboxDiagonalKm(bbox) <= MAX_ACROSS_KM;

const HoldoverQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(v.pipe(BBoxParameter, v.check(isNarrow, 'across'))),
    region: v.optional(
      v.pipe(
        RegionParameter,
        v.check(({ bbox }) => isNarrow(bbox), 'across'),
      ),
    ),
    days: v.optional(wholeNumberParameter(1, MAX_DAYS, 'Days of flashes to include; default 3.'), String(USUAL_DAYS)),
    format: v.optional(v.picklist(HOLDOVER_FORMATS, 'format'), 'json'),
  }),
  v.forward(
    v.partialCheck(
      [['bbox'], ['region']],
      ({ bbox, region }) => bbox !== undefined || region !== undefined,
      'or-region',
    ),
    ['bbox'],
  ),
  v.forward(
    v.partialCheck(
      [['bbox'], ['region']],
      ({ bbox, region }) => bbox === undefined || region === undefined,
      'conflict',
    ),
    ['region'],
  ),
  v.transform(({ bbox, region, ...others }) => ({ ...others, area: requestedArea({ bbox, region }) as RequestedArea })),
);
type HoldoverQuery = v.InferOutput<typeof HoldoverQuery>;

/** The cache key, independent of how the query was written. */
const holdoverAddress = ({ area, days, format }: HoldoverQuery) => `?${area.parameter}&days=${days}&format=${format}`;

/** For an area by tiles: whether one of them contains the strike. The search already excludes those outside the box. */
function inTiles({ tiles }: RequestedArea): (strike: Strike) => boolean {
  if (!tiles) return () => true;
  const numbers = new Set(tiles.map(tileNumber));
  return ({ longitude, latitude }) => numbers.has(regionTileNumber(longitude, latitude));
}

/**
 * The list, charged to the caller's quota by rows read.
 * @throws HttpProblem 429 or 503, as for the history
 */
async function readHoldover(c: Context<{ Bindings: Env }>, { area, days }: HoldoverQuery): Promise<HoldoverBody> {
  const { areas, historyDays, sources, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const fromMs = nowMs - days * DAY_MS;
  const retentionMs = retainedSinceMs(historyDays, nowMs);
  const { bbox, tiles } = area;
  const isIn = inTiles(area);
  const strikes: Strike[] = [];
  const columns = tiles && indexColumnsOfTiles(tiles);
  const window = { bbox, columns, fromMs: Math.max(fromMs, retentionMs), toMs: nowMs, limit: PAGE_STRIKES };
  const accept = (page: readonly Strike[]) => {
    for (const strike of page) if (isIn(strike)) strikes.push(strike);
    return true;
  };
  const { record, edgeMs } = await scannedPages(c, window, accept, STRIKE_WORK_ROWS);
  const body = holdoverBody(await inChunks(holdoverList(strikes, nowMs)), {
    ...{ nowMs, days, edgeMs },
    extent: extentIn({ bbox, fromMs, toMs: nowMs }, record, areas.home, retentionMs),
    radius50Km: assumedAccuracy(sources[0].traits.errorKm.typical).radius50Km,
  });
  return { ...body, ...(source === 'simulated' ? { simulated: true } : {}), ...attributionBody(c.env) };
}

/** Gaps and completeness are also in headers, because CSV has no other place for them. */
function holdoverResponse(format: HoldoverQuery['format'], list: HoldoverBody): Response {
  const { contentType, body } = formatHoldover(format, list);
  const gaps = list.gaps.map(({ from, to }) => `${from}/${to}`).join(', ') || 'none';
  return new Response(body, {
    headers: {
      ...{ 'content-type': contentType, 'cache-control': CACHE },
      ...{ 'complete-to': list.completeTo ?? 'none', 'data-gaps': gaps },
    },
  });
}

export const holdover = new Hono<{ Bindings: Env }>().get(
  '/holdover',
  describeRoute({
    summary: 'List places where lightning may have lit fires that nobody has seen yet',
    description:
      'Flashes of recent days by 2 km square, ranked by expected undetected ignitions: one per 840 flashes (Pineda 2022) times the share of such fires still undetected at that age. The range spans two survival curves; it excludes the uncertainty of the 1-in-840 rate, about a factor of three. An unlisted square may still hold a fire. No cause is stated. Use `bbox` or `region`, at most 1,200 km across. Searches at most about 100,000 rows of history, newest first (`searched`). The rows, and the work on the flashes found, count against the history quota. GeoJSON has a square for each cell. Not for the protection of life or property.',
    responses: {
      200: jsonResponse('The list', HoldoverBody),
      400: problemResponse('Invalid parameter'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(HoldoverQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${apiPaths.holdover}${holdoverAddress(query)}`, async () =>
      holdoverResponse(query.format, await readHoldover(c, query)),
    );
  },
);
