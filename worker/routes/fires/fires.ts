import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { FIRES_A_PAGE, FiresBody } from '#shared/fires/FiresBody.ts';
import { parseHotspotKey } from '#shared/fires/Hotspot.ts';
import { WholeFireBody } from '#shared/fires/WholeFireBody.ts';
import { bboxWithin } from '#shared/geo/BBox.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths, firePath } from '#shared/wire/apiPaths.ts';
import { encodePageCursor, type HistoryPage } from '#worker/archive/strikePage.ts';
import { FIRES_KEPT_MS, type FireQuery, FireTable, type KeptFire } from '#worker/fires/FireTable.ts';
import { HotspotTable, NO_SOURCES } from '#worker/fires/HotspotTable.ts';
import { hotspotByKey, hotspotsOfFire } from '#worker/fires/hotspotReads.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import {
  areaAsked,
  BBoxParameter,
  InstantParameter,
  RegionParameter,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { inTurn } from '#worker/routes/inTurn.ts';
import { NoQuery, queryOf } from '#worker/routes/queryOf.ts';
import { scannedRows } from '#worker/routes/scannedPage.ts';
import { CursorParameter } from '#worker/routes/strikesQuery.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { CACHE_FIRES, fireBody, firesContext, wholeFireBody } from './firesBody.ts';

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

/** The same however the query was written: the key in the cache, and the address of the next page. */
function firesAddress({ since, limit, cursor, ...area }: FiresQuery): string {
  const parameters = [
    areaAsked(area)?.parameter ?? [],
    cursor ? `cursor=${encodePageCursor(cursor)}` : [],
    `limit=${limit}`,
    since === undefined ? [] : `since=${isoMillis(since)}`,
  ].flat();
  return `${apiPaths.fires}?${parameters.join('&')}`;
}

/** A page of fires by when they were last seen. The client pays, and waits for its turn. */
export function scannedFires(c: FiresContext, query: FireQuery): Promise<HistoryPage<KeptFire>> {
  const table = new FireTable(c.env.DB);
  return scannedRows(
    c,
    query,
    (...look) => table.window(...look),
    ({ lastSeenMs, id }) => ({ atMs: lastSeenMs, id }),
  );
}

/** Those of a page, and how late the satellites are. */
async function firesAnswer(c: FiresContext, query: FiresQuery): Promise<Response> {
  const config = parseConfig(c.env);
  const nowMs = systemClock.now();
  const since = Math.max(query.since ?? nowMs - USUAL_MS, nowMs - FIRES_KEPT_MS);
  const { limit, cursor: before } = query;
  const asked = areaAsked(query);
  const area = asked && (asked.tiles || !bboxWithin(config.areas.home, asked.bbox)) ? asked : undefined;
  const rows = config.fires ? await available('list of fires', new HotspotTable(c.env.DB).sources()) : NO_SOURCES;
  const page = await scannedFires(c, { area, fromMs: since, toMs: Number.MAX_SAFE_INTEGER, before, limit });
  const next = page.next && firesAddress({ ...query, since, cursor: page.next });
  const body: FiresBody = {
    fires: page.rows.map(fireBody),
    ...(next ? { next } : {}),
    ...firesContext(rows, config, nowMs),
  };
  return c.json(body, 200, { 'cache-control': CACHE_FIRES, ...(next ? { link: `<${next}>; rel="next"` } : {}) });
}

async function fireAnswer(c: FiresContext, id: string): Promise<Response> {
  // Every fire is named after a hotspot.
  if (!parseHotspotKey(id)) throw noSuchFire();
  const { DB } = c.env;
  const { fire, hotspots, became } = await inTurn(c, async () => {
    const [known, seen] = await Promise.all([new FireTable(DB).byId(id), hotspotsOfFire(DB, id, MOST_HOTSPOTS + 1)]);
    // A hotspot tells of the fire that it has become part of.
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
  const detail = became
    ? `This fire has grown together with an older one: ${became}.`
    : 'No fire that is kept has this id.';
  return new HttpProblem(404, 'not-found', detail);
}

const REFUSALS = {
  429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
  503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
} as const;

export const fires = new Hono<{ Bindings: Env }>()
  .get(
    '/fires',
    describeRoute({
      summary: 'Fires that satellites saw at home, and whether lightning lit them',
      description:
        'Fires, the last seen first, that were seen since `since` (7 days ago if absent, 400 at most) in `bbox` or in `region` (home if neither is given; not both). Never cut silently: every page but the last has `next`, and a Link header. Follow it until there is none: a call searches so far and no farther, so a page may have fewer fires than `limit`, or none, and still a next one. Answers are up to a minute old, and rows that are read count against the same share of your network as the history. A fire is hotspots that belong together; a hotspot may be a furnace or a flare. No fire in the list does not mean that nothing burns: satellites pass some times a day, clouds hide, and `sources` says how late they are. A chance is no cause. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonAnswer('A page of fires, and the satellites that were asked', FiresBody),
        400: problemAnswer('A parameter is not valid'),
        ...REFUSALS,
      },
    }),
    queryOf(FiresQuery),
    (c) => {
      const query = c.req.valid('query');
      return edgeCached(c, `/internal${firesAddress(query)}`, () => firesAnswer(c, query));
    },
  )
  .get(
    '/fires/:id',
    describeRoute({
      summary: 'One fire whole: what each pass of a satellite saw of it',
      description:
        'All that the list tells of the fire, its sightings and its hotspots, the newest first and 2,000 at most. Of fires that grow together the older one stays: what is known of the other then says 404, and names the one that stays. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonAnswer('The fire', WholeFireBody),
        400: problemAnswer('A parameter is not valid'),
        404: problemAnswer(
          'There is no such fire, or it is kept no longer, or it has grown together with an older one',
        ),
        ...REFUSALS,
      },
    }),
    queryOf(NoQuery),
    (c) => {
      const id = c.req.param('id');
      return edgeCached(c, `/internal${firePath(id)}`, () => fireAnswer(c, id));
    },
  );
