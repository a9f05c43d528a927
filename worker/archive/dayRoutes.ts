import { bytesToHex } from '@noble/hashes/utils.js';
import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { clippedSpans, DAY_MS, HOUR_MS, mergedSpans } from '#shared/time.ts';
import { dayKey, parseDayKey, utcDay } from '#shared/utcDay.ts';
import { dayGridPath } from '#shared/wire/apiPaths.ts';
import { DAY_GRIDS, type DayGridKind } from '#shared/wire/dayGrid.ts';
import type { ReadExtent } from '#shared/wire/StrikeBody.ts';
import { DayArchive } from '#worker/archive/days.ts';
import { extentIn, retainedSinceMs, SETTLED_AFTER_MS } from '#worker/archive/StrikeArchive.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached, encodedFor, gzipped } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import { hasTag, problemResponse } from '#worker/http/responses.ts';
import { inQueue } from './inQueue.ts';
import { extentHeaders } from './strikeRoutes.ts';

const OPEN = 'public, max-age=60';
/** Not permanently, because a late strike may still change it. */
const SETTLED = 'public, max-age=3600';

export function dayCacheControl(toMs: number, { completeToMs, gaps }: ReadExtent, nowMs: number): string {
  const whole = completeToMs !== null && completeToMs >= toMs && gaps.length === 0;
  return whole && toMs + SETTLED_AFTER_MS <= nowMs ? SETTLED : OPEN;
}

type DaysContext = Context<{ Bindings: Env }>;

const DayPath = v.strictObject({
  day: v.pipe(
    v.string('format'),
    v.description('UTC date, not in the future. Example: 2026-07-01'),
    v.check((day) => parseDayKey(day) !== undefined, 'format'),
    v.transform((day) => parseDayKey(day) ?? 0),
  ),
  grid: v.pipe(
    v.picklist(Object.keys(DAY_GRIDS) as DayGridKind[], 'format'),
    v.description('`hours`: by hour, zoom 10; `cells`: by day, zoom 12'),
  ),
});

/** Changes with the counts, and with how far the day, which ends at `toMs`, was read. */
async function tagOf(body: Uint8Array<ArrayBuffer>, { completeToMs, gaps }: ReadExtent, toMs: number): Promise<string> {
  const reported = JSON.stringify([completeToMs === null ? null : Math.min(completeToMs, toMs), gaps]);
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([body, reported]).arrayBuffer());
  return `"${bytesToHex(new Uint8Array(digest, 0, 12))}"`;
}

async function dayResponse(c: DaysContext, fromMs: number, kind: DayGridKind): Promise<Response> {
  const { historyDays, areas } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const retentionMs = retainedSinceMs(historyDays, nowMs);
  const toMs = fromMs + DAY_MS;
  const fromHour = Math.floor(Math.max(fromMs, retentionMs) / HOUR_MS);
  const toHour = Math.ceil(Math.min(toMs, nowMs) / HOUR_MS);
  const response = await inQueue(c, () =>
    new DayArchive(c.env.DB, areas.home).grid(kind, utcDay(fromMs), fromHour, toHour),
  );
  const read = extentIn({ bbox: areas.home, fromMs, toMs }, response.record, areas.home, retentionMs);
  const uncounted = clippedSpans(response.uncounted, fromMs, Math.min(toMs, read.completeToMs ?? toMs));
  const extent = { ...read, gaps: mergedSpans([...read.gaps, ...uncounted]) };
  const headers = {
    ...extentHeaders(extent),
    'content-type': 'application/octet-stream',
    'cache-control': dayCacheControl(toMs, extent, nowMs),
    etag: await tagOf(response.body, extent, toMs),
  };
  return gzipped(response.body, headers);
}

function responseFor(request: Request, response: Response): Response {
  const tag = response.headers.get('etag');
  if (response.status !== 200 || tag === null || !hasTag(request, tag)) return encodedFor(request, response);
  const headers = new Headers(response.headers);
  for (const name of ['content-type', 'x-gzipped']) headers.delete(name);
  headers.set('vary', 'accept-encoding');
  return new Response(null, { status: 304, headers });
}

export const days = new Hono<{ Bindings: Env }>().get(
  '/days/:day/:grid',
  describeRoute({
    summary: 'Get one UTC day’s strike counts by tile (binary)',
    description:
      'Binary format (magic DG1), all integers unsigned LEB128: zoom, day since the Unix epoch; then for each part of the day (24 hours, or the one day) how many tiles follow, their numbers x · 2^zoom + y in rising order as differences less one (the first: to -1), and their strikes less one. Only strikes inside home are counted. Tiles not listed have none, unless the time is in `data-gaps`. The headers `complete-to` and `data-gaps` list missing data; the ETag changes with them. Completed days change when late strikes arrive: revalidate with the ETag. Shares the history quota.',
    responses: {
      200: {
        description: 'The counts',
        headers: {
          'complete-to': {
            description: 'Home is complete up to this time, except for `data-gaps`; ISO 8601 or `none`',
            schema: { type: 'string' },
          },
          'data-gaps': {
            description: 'Intervals missing from the counts; ISO 8601 or `none`',
            schema: { type: 'string' },
          },
        },
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'Not modified' },
      400: problemResponse('Unknown day or grid, or outside the retention period'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  pathParametersOf(DayPath),
  queryOf(NoQuery),
  async (c) => {
    const { day: fromMs, grid } = c.req.valid('param');
    const nowMs = systemClock.now();
    if (fromMs > nowMs) throw parameterProblem([{ message: 'range', path: ['day'] }]);
    const retentionMs = retainedSinceMs(parseConfig(c.env).historyDays, nowMs);
    if (fromMs + DAY_MS <= retentionMs) throw parameterProblem([{ message: 'not-kept', path: ['day'] }]);
    const response = await edgeCached(c, dayGridPath(dayKey(fromMs), grid), () => dayResponse(c, fromMs, grid));
    return responseFor(c.req.raw, response);
  },
);
