import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { DEFAULT_PAGE_ROWS } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { NOTHING_KNOWN } from '#worker/archive/HomeRecord.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { attributionBody, attributionMember } from './attribution.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { extentHeaders, extentMembers } from './extentBody.ts';
import { formatStrikes } from './formatStrikes.ts';
import { queryOf } from './queryOf.ts';
import { scannedPage } from './scannedPage.ts';
import { placeAsked, StrikesQuery, strikesAddress } from './strikesQuery.ts';

export const StrikesBody = v.object({
  strikes: v.array(StrikeBody),
  ...extentMembers,
  attribution: attributionMember,
  next: v.optional(v.pipe(v.string(), v.description('Address of the next page. Absent on the last one only.'))),
});

const CACHE_LIST = 'public, max-age=5';

type StrikesContext = Context<{ Bindings: Env }>;

async function pageAnswer(c: StrikesContext, query: StrikesQuery): Promise<Response> {
  const { historyDays, areas } = parseConfig(c.env);
  const keptMs = keptSinceMs(historyDays, systemClock.now());
  const fromMs = Math.max(query.from, keptMs);
  const kept = fromMs < query.to;
  const { to, limit = DEFAULT_PAGE_ROWS, cursor } = query;
  const { bbox, circle } = placeAsked(query);
  const window = { bbox, circle, fromMs, toMs: to, before: cursor, limit };
  const page = kept ? await scannedPage(c, window) : { strikes: [], next: undefined, record: NOTHING_KNOWN };
  const question = { bbox, fromMs: query.from, toMs: query.to };
  const extent = unreadOf(question, page.record, areas.home, keptMs);
  const next = page.next && strikesAddress({ ...query, cursor: page.next });
  const { attribution } = attributionBody(c.env);
  const { contentType, body } = formatStrikes(query.format, page.strikes, next, extent, attribution);
  const headers = { 'content-type': contentType, 'cache-control': CACHE_LIST, ...extentHeaders(extent) };
  return new Response(body, { headers: next ? { ...headers, link: `<${next}>; rel="next"` } : headers });
}

export const strikes = new Hono<{ Bindings: Env }>().get(
  '/strikes',
  describeRoute({
    summary: 'Strikes in a box or around a place, in a time span, newest first',
    description:
      'Ask with `bbox`, or with `near` and `radiusKm`, which go by the great circle. Never cut silently: every page but the last says `next` (JSON, GeoJSON) and has a Link header (every format). Follow it until there is none: a call searches so far and no farther, so a page may have fewer strikes than `limit`, or none at all, and still a next one. Cursors are opaque. `from` is inclusive, `to` exclusive; they are at most 31 days apart. Nothing older than the archive keeps is answered. An answer without strikes is no empty sky by itself: `completeTo` and `unread` (JSON, GeoJSON; in every format the headers Complete-To and Unread) say what of your question was not read. Where the licence of the source asks for it, `attribution` (JSON, GeoJSON; in every format the header Attribution) says whose data they are. Answers are up to 5 s old. Each network may have so many rows searched in a minute; then it gets 429.',
    responses: {
      200: jsonAnswer('A page of strikes, which may be empty and not the last', StrikesBody),
      400: problemAnswer('A parameter is not valid'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  queryOf(StrikesQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${strikesAddress(query)}`, () => pageAnswer(c, query));
  },
);
