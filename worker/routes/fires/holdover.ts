import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { formatHoldover, HOLDOVER_FORMATS, HoldoverBody, holdoverBody } from '#shared/fires/HoldoverBody.ts';
import { holdoverList } from '#shared/fires/holdover.ts';
import { type BBox, bboxDiagonalKm } from '#shared/geo/BBox.ts';
import { tileNumber } from '#shared/geo/tile.ts';
import { assumedAccuracy } from '#shared/lookUp/Ellipse.ts';
import { regionTileNumber } from '#shared/regions/regionTable.ts';
import type { Strike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { indexColumnsOfTiles } from '#worker/archive/indexCells.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { inPieces } from '#worker/http/inPieces.ts';
import {
  type AskedArea,
  areaAsked,
  BBoxParameter,
  RegionParameter,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { attributionBody } from '#worker/routes/attribution.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { queryOf } from '#worker/routes/queryOf.ts';
import { scannedPages } from '#worker/routes/scannedPage.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

const CACHE = 'public, max-age=60';
/** From corner to corner: any country of home, and no box of all of it. */
const MAX_ACROSS_KM = 1_200;
/** Newest first: what the search does not reach is the oldest, of which least is left. */
const PAGE_STRIKES = 10_000;
/** A strike on the list takes about 2 µs, as much as so many rows. */
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
    days: v.optional(
      wholeNumberParameter(1, MAX_DAYS, 'How many days back flashes are looked at; 3 if absent.'),
      String(USUAL_DAYS),
    ),
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
  v.transform(({ bbox, region, ...others }) => ({ ...others, area: areaAsked({ bbox, region }) as AskedArea })),
);
type HoldoverQuery = v.InferOutput<typeof HoldoverQuery>;

/** The key of the cache, the same however the query was written. */
const holdoverAddress = ({ area, days, format }: HoldoverQuery) => `?${area.parameter}&days=${days}&format=${format}`;

/** Of an area by tiles: whether one of them holds the strike. The search has left out what lies beyond the box. */
function inTiles({ tiles }: AskedArea): (strike: Strike) => boolean {
  if (!tiles) return () => true;
  const numbers = new Set(tiles.map(tileNumber));
  return ({ longitude, latitude }) => numbers.has(regionTileNumber(longitude, latitude));
}

/**
 * The list for the caller, who pays for the rows that are read.
 * @throws HttpProblem 429 or 503, as the history
 */
async function readHoldover(c: Context<{ Bindings: Env }>, { area, days }: HoldoverQuery): Promise<HoldoverBody> {
  const { areas, historyDays, sources, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const fromMs = nowMs - days * DAY_MS;
  const keptMs = keptSinceMs(historyDays, nowMs);
  const { bbox, tiles } = area;
  const isIn = inTiles(area);
  const strikes: Strike[] = [];
  const columns = tiles && indexColumnsOfTiles(tiles);
  const window = { bbox, columns, fromMs: Math.max(fromMs, keptMs), toMs: nowMs, limit: PAGE_STRIKES };
  const take = (page: readonly Strike[]) => {
    for (const strike of page) if (isIn(strike)) strikes.push(strike);
    return true;
  };
  const { record, edgeMs } = await scannedPages(c, window, take, STRIKE_WORK_ROWS);
  const body = holdoverBody(await inPieces(holdoverList(strikes, nowMs)), {
    ...{ nowMs, days, edgeMs },
    extent: unreadOf({ bbox, fromMs, toMs: nowMs }, record, areas.home, keptMs),
    radius50Km: assumedAccuracy(sources[0].traits.errorKm.typical).radius50Km,
  });
  return { ...body, ...(source === 'simulated' ? { simulated: true } : {}), ...attributionBody(c.env) };
}

/** What was not read stands in headers too: CSV has no other place for it. */
function holdoverAnswer(format: HoldoverQuery['format'], list: HoldoverBody): Response {
  const { contentType, body } = formatHoldover(format, list);
  const unread = list.unread.map(({ from, to }) => `${from}/${to}`).join(', ') || 'none';
  return new Response(body, {
    headers: {
      ...{ 'content-type': contentType, 'cache-control': CACHE },
      ...{ 'complete-to': list.completeTo ?? 'none', unread },
    },
  });
}

export const holdover = new Hono<{ Bindings: Env }>().get(
  '/holdover',
  describeRoute({
    summary: 'Where lightning may have lit fires that nobody has seen yet',
    description:
      'Flashes of the last days by cells of 2 km, ordered by the fires that lightning is expected to have lit there and nobody has seen yet: one in 840 flashes (Pineda 2022), times what of such fires is still unseen so long after. The range is that of two such curves; it does not hold how wrong one in 840 may be, some three times either way. A cell that is not listed is not without fire, and no cause is told. Give `bbox` or `region`, 1,200 km across at most. Some 100,000 rows of the history are searched at most, newest first (`searched`); they, and the work on what is found, count against the same share of your network. GeoJSON has a square for each cell. Not for the protection of life or property.',
    responses: {
      200: jsonAnswer('The list', HoldoverBody),
      400: problemAnswer('A parameter is not valid'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  queryOf(HoldoverQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${apiPaths.holdover}${holdoverAddress(query)}`, async () =>
      holdoverAnswer(query.format, await readHoldover(c, query)),
    );
  },
);
