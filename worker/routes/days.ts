import { bytesToHex } from '@noble/hashes/utils.js';
import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, mergedSpans } from '#shared/time/spans.ts';
import { dayKey, parseDayKey, utcDay } from '#shared/time/utcDay.ts';
import { dayGridPath } from '#shared/wire/apiPaths.ts';
import { DAY_GRIDS, type DayGridKind } from '#shared/wire/dayGrid.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';
import { DayArchive } from '#worker/archive/days.ts';
import { keptSinceMs, SETTLED_AFTER_MS, unreadOf } from '#worker/archive/StrikeArchive.ts';
import { hasTag, problemAnswer } from '#worker/http/answers.ts';
import { edgeCached, encodedFor, gzipped } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { inTurn } from './inTurn.ts';
import { extentHeaders } from './strikes.ts';

const OPEN = 'public, max-age=60';
/** Not for good, because a late strike may still change it. */
const SETTLED = 'public, max-age=3600';

export function dayCacheControl(toMs: number, { completeToMs, unread }: ReadExtent, nowMs: number): string {
  const whole = completeToMs !== null && completeToMs >= toMs && unread.length === 0;
  return whole && toMs + SETTLED_AFTER_MS <= nowMs ? SETTLED : OPEN;
}

type DaysContext = Context<{ Bindings: Env }>;

const DayPath = v.strictObject({
  day: v.pipe(
    v.string('format'),
    v.description('A UTC day, today or before. Example: 2026-07-01'),
    v.check((day) => parseDayKey(day) !== undefined, 'format'),
    v.transform((day) => parseDayKey(day) ?? 0),
  ),
  grid: v.pipe(
    v.picklist(Object.keys(DAY_GRIDS) as DayGridKind[], 'format'),
    v.description('`hours`: by hour and tile of zoom 10; `cells`: by tile of zoom 12'),
  ),
});

/** Changes with the counts, and with how far the day, which ends at `toMs`, was read. */
async function tagOf(
  body: Uint8Array<ArrayBuffer>,
  { completeToMs, unread }: ReadExtent,
  toMs: number,
): Promise<string> {
  const told = JSON.stringify([completeToMs === null ? null : Math.min(completeToMs, toMs), unread]);
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([body, told]).arrayBuffer());
  return `"${bytesToHex(new Uint8Array(digest, 0, 12))}"`;
}

async function dayAnswer(c: DaysContext, fromMs: number, kind: DayGridKind): Promise<Response> {
  const { historyDays, areas } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const keptMs = keptSinceMs(historyDays, nowMs);
  const toMs = fromMs + DAY_MS;
  const fromHour = Math.floor(Math.max(fromMs, keptMs) / HOUR_MS);
  const toHour = Math.ceil(Math.min(toMs, nowMs) / HOUR_MS);
  const answer = await inTurn(c, () =>
    new DayArchive(c.env.DB, areas.home).grid(kind, utcDay(fromMs), fromHour, toHour),
  );
  const read = unreadOf({ bbox: areas.home, fromMs, toMs }, answer.record, areas.home, keptMs);
  const uncounted = clippedSpans(answer.uncounted, fromMs, Math.min(toMs, read.completeToMs ?? toMs));
  const extent = { ...read, unread: mergedSpans([...read.unread, ...uncounted]) };
  const headers = {
    ...extentHeaders(extent),
    'content-type': 'application/octet-stream',
    'cache-control': dayCacheControl(toMs, extent, nowMs),
    etag: await tagOf(answer.body, extent, toMs),
  };
  return gzipped(answer.body, headers);
}

function answerFor(request: Request, answer: Response): Response {
  const tag = answer.headers.get('etag');
  if (answer.status !== 200 || tag === null || !hasTag(request, tag)) return encodedFor(request, answer);
  const headers = new Headers(answer.headers);
  for (const name of ['content-type', 'x-gzipped']) headers.delete(name);
  headers.set('vary', 'accept-encoding');
  return new Response(null, { status: 304, headers });
}

export const days = new Hono<{ Bindings: Env }>().get(
  '/days/:day/:grid',
  describeRoute({
    summary: 'Numbers of strikes of one UTC day by tile, packed',
    description:
      'The site’s own binary format (magic DG1), all integers unsigned LEB128: zoom, day since the Unix epoch; then for each part of the day (24 hours, or the one day) how many tiles follow, their numbers x · 2^zoom + y in rising order as differences less one (the first: to -1), and their strikes less one. Only what fell at home is counted; strikes are strokes as the provider tells them, cloud to ground only. A tile that is not named has none, which says nothing where `unread` meets it. The headers `complete-to` and `unread` say what was not read, or not counted yet; the tag changes with them. A day that is over changes when strikes are reported late: ask again with its tag. Rows that are read count against the same share of your network as the history.',
    responses: {
      200: {
        description: 'The counts',
        headers: {
          'complete-to': {
            description: 'Up to this instant home was read, except for `unread`: ISO 8601, or `none`',
            schema: { type: 'string' },
          },
          unread: {
            description: 'What of the day is not in the counts: ISO 8601 intervals, or `none`',
            schema: { type: 'string' },
          },
        },
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'It is the one of If-None-Match' },
      400: problemAnswer('There is no such day or grid, it is in the future, or older than what is kept'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  pathParametersOf(DayPath),
  queryOf(NoQuery),
  async (c) => {
    const { day: fromMs, grid } = c.req.valid('param');
    const nowMs = systemClock.now();
    if (fromMs > nowMs) throw parameterProblem([{ message: 'range', path: ['day'] }]);
    const keptMs = keptSinceMs(parseConfig(c.env).historyDays, nowMs);
    if (fromMs + DAY_MS <= keptMs) throw parameterProblem([{ message: 'not-kept', path: ['day'] }]);
    const answer = await edgeCached(c, dayGridPath(dayKey(fromMs), grid), () => dayAnswer(c, fromMs, grid));
    return answerFor(c.req.raw, answer);
  },
);
