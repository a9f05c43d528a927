import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxIntersection, bboxWithin, formatBBox } from '#shared/geo/BBox.ts';
import { MAX_HISTORY_WINDOW_MS } from '#shared/limits.ts';
import { clippedSpans, HOUR_MS, isoMillis, mergedSpans } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { binsOf, COUNT_STEPS, CountArchive, requestedBins } from '#worker/archive/counts.ts';
import { extentIn, retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { indexColumns } from '#worker/archive/windowQuery.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { BBoxParameter, InstantParameter, parameterProblem, queryOf } from '#worker/http/parameters.ts';
import { jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { attributionBody, attributionMember } from '../http/attribution.ts';
import { inQueue } from './inQueue.ts';
import { extentBody, extentHeaders, extentMembers, IsoInstant } from './strikeRoutes.ts';

const CountsQuery = v.pipe(
  v.strictObject({
    bbox: BBoxParameter,
    from: InstantParameter,
    to: InstantParameter,
    by: v.optional(v.pipe(v.picklist(COUNT_STEPS, 'format'), v.description('Bin length. Days are UTC.')), 'hour'),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from < to, 'reversed'),
    ['to'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => to - from <= MAX_HISTORY_WINDOW_MS, 'too-wide'),
    ['from'],
  ),
);
type CountsQuery = v.InferOutput<typeof CountsQuery>;

/** Canonical cache key, independent of how the query was written. */
function countsAddress({ bbox, from, to, by }: CountsQuery): string {
  return `${apiPaths.counts}?bbox=${formatBBox(bbox)}&by=${by}&from=${isoMillis(from)}&to=${isoMillis(to)}`;
}

/** Twice the count of a fortnight in the busiest quarter of home. */
const MAX_TILE_HOURS = 400_000;
const CACHE = 'public, max-age=15';

export const CountsBody = v.object({
  by: v.picklist(COUNT_STEPS),
  from: v.pipe(IsoInstant, v.description('Start of the first bin.')),
  to: v.pipe(IsoInstant, v.description('End of the last bin.')),
  counts: v.pipe(
    v.array(v.object({ from: IsoInstant, strikes: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
    v.description('All bins in time order. A zero inside `gaps` is unknown.'),
  ),
  ...extentMembers,
  attribution: attributionMember,
});

type CountsContext = Context<{ Bindings: Env }>;

const tooWide = () => parameterProblem([{ message: 'too-wide', path: [{ key: 'bbox' }] }]);

/** Undefined for all of home, which has a separate table; other boxes are counted by their cells. */
function boxCounted(bbox: BBox, home: BBox, hours: number): BBox | undefined {
  const within = bboxIntersection(bbox, home);
  if (!within || bboxWithin(home, within)) return undefined;
  const cells = indexColumns(within).reduce((sum, [low, high]) => sum + high - low + 1, 0);
  if (cells * hours > MAX_TILE_HOURS) throw tooWide();
  return within;
}

async function countsResponse(c: CountsContext, query: CountsQuery): Promise<Response> {
  const { historyDays, areas } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const retentionMs = retainedSinceMs(historyDays, nowMs);
  const bins = requestedBins(query.by, query.from, query.to, nowMs);
  const [fromHour, toHour] = [Math.floor(Math.max(bins.fromMs, retentionMs) / HOUR_MS), Math.ceil(bins.toMs / HOUR_MS)];
  const bbox = boxCounted(query.bbox, areas.home, toHour - fromHour);
  const counted = await inQueue(c, () => new CountArchive(c.env.DB, areas.home).hours(bbox, fromHour, toHour));
  if (counted.isTooWide) throw tooWide();
  const archiveQuery = { bbox: query.bbox, fromMs: bins.fromMs, toMs: bins.toMs };
  const read = extentIn(archiveQuery, counted.record, areas.home, retentionMs);
  const uncounted = clippedSpans(counted.uncounted, bins.fromMs, Math.min(bins.toMs, read.completeToMs ?? bins.toMs));
  const extent = { ...read, gaps: mergedSpans([...read.gaps, ...uncounted]) };
  const sums = binsOf(bins, bbox || bboxWithin(areas.home, query.bbox) ? counted.hours : []);
  const body: v.InferOutput<typeof CountsBody> = {
    by: query.by,
    from: isoMillis(bins.fromMs),
    to: isoMillis(bins.toMs),
    counts: sums.map((strikes, index) => ({ from: isoMillis(bins.fromMs + index * bins.stepMs), strikes })),
    ...extentBody(extent),
    ...attributionBody(c.env),
  };
  return c.json(body, 200, { 'cache-control': CACHE, ...extentHeaders(extent) });
}

export const counts = new Hono<{ Bindings: Env }>().get(
  '/counts',
  describeRoute({
    summary: 'Count strikes in a box by ten minutes, hour or day',
    description:
      'Counts cover whole zoom-10 tiles (about 0.35°) that touch the box inside home; exact if the box contains all of home. Bins are whole: the first contains `from`, the last ends at or after `to`. `from` and `to` are at most 31 days apart. Hours not yet counted are listed in `gaps`. Shares the history quota.',
    responses: {
      200: jsonResponse('The counts', CountsBody),
      400: problemResponse(
        'Invalid parameter, or box too large for the time span: reduce either, or use the whole home area',
      ),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(CountsQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${countsAddress(query)}`, () => countsResponse(c, query));
  },
);
