import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { bboxIntersection } from '#shared/geo/BBox.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { keptSinceMs } from '../../archive/keptSinceMs.ts';
import { unreadOf } from '../../archive/unreadOf.ts';
import { edgeCached } from '../../http/edgeCached.ts';
import { frameOf, pictureSvg } from '../../picture/pictureSvg.ts';
import type { PicturedStrike } from '../../picture/strikeMarks.ts';
import { parseConfig } from '../../settings/config.ts';
import type { Env } from '../../settings/Env.ts';
import { problemAnswer } from '../describe.ts';
import { queryOf } from '../queryOf.ts';
import { scannedPages } from '../scannedPage.ts';
import { PictureQuery, pictureAddress } from './pictureQuery.ts';

const CACHE = 'public, max-age=15';
/** Of the newest strikes, some 10,000 a page: an hour with more is drawn as far back as that reaches, and says so. */
const MAX_PAGES = 3;

async function pictureAnswer(c: Context<{ Bindings: Env }>, query: PictureQuery): Promise<Response> {
  const { areas, source, historyDays, publicOrigin } = parseConfig(c.env);
  const { lang: language, theme, width, height, bbox = areas.home } = query;
  const look = { bbox, size: { width, height }, theme, language, host: new URL(publicOrigin || c.req.url).host };
  const { box: shown } = frameOf(look);
  const nowMs = systemClock.now();
  const fromMs = nowMs - HOUR_MS;
  const strikes: PicturedStrike[] = [];
  const window = { bbox: shown, fromMs, toMs: nowMs + 1, limit: MAX_PAGE_ROWS };
  const { record, edgeMs } = await scannedPages(c, window, MAX_PAGES, (found) => {
    strikes.push(...found);
    return true;
  });
  const atHome = bboxIntersection(shown, areas.home) ?? areas.home;
  const { completeToMs, unread } = unreadOf(
    { bbox: atHome, fromMs, toMs: nowMs },
    record,
    areas.home,
    keptSinceMs(historyDays, nowMs),
  );
  const feed = { ...record, newestStrikeMs: null, typicalDelayMs: null, foreign: {}, unread: [] };
  const { state } = feedStateAt(feed, nowMs);
  const simulated = source === 'simulated';
  const facts = { nowMs, fromMs, edgeMs, strikes, state, completeToMs, unread, home: areas.home, simulated };
  const headers = { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': CACHE };
  return new Response(pictureSvg(facts, look), { headers });
}

/** The last hour as a picture, for pages and messages without script. */
export const picture = new Hono<{ Bindings: Env }>().get(
  '/picture.svg',
  describeRoute({
    summary: 'The strikes of the last hour as a picture',
    description:
      'An SVG without script, style sheets or anything from elsewhere: strikes by age over land, how the feed is, what of the hour was not read, and when it was drawn (UTC). Without `bbox` it shows home. The box is rounded outwards to 0.01 degrees; what the picture’s shape leaves beside it is shown too. Many strikes are drawn as squares that count them. What is hatched was not read, or not all the time: there, no strikes are no quiet sky. If it cannot be drawn there is no picture. At most 60 kB, and up to 15 s old.',
    responses: {
      200: {
        description: 'The picture',
        content: { 'image/svg+xml': { schema: { type: 'string' } } },
      },
      400: problemAnswer('A parameter is not valid'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  queryOf(PictureQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(
      `${new URL(c.req.url).origin}/internal${pictureAddress(query)}`,
      (work) => c.executionCtx.waitUntil(work),
      () => pictureAnswer(c, query),
    );
  },
);
