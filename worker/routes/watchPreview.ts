import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import type * as v from 'valibot';
import { bearingDegrees } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { SETTLE_MS } from '#shared/watch/Area.ts';
import { areaOfBody, placeFault } from '#shared/watch/AreaBody.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { distanceFrom } from '#shared/watch/distanceFrom.ts';
import { PreviewBody, PreviewView } from '#shared/watch/PreviewBody.ts';
import { previewOf } from '#shared/watch/previewOf.ts';
import { reachOf } from '#shared/watch/reachOf.ts';
import { coveredPart } from '../archive/coveredPart.ts';
import { NOTHING_KNOWN, type StoredRecord } from '../archive/HomeRecord.ts';
import { keptSinceMs } from '../archive/keptSinceMs.ts';
import { unreadOf } from '../archive/unreadOf.ts';
import type { PagePosition } from '../archive/windowQuery.ts';
import { HttpProblem } from '../http/HttpProblem.ts';
import { parseConfig } from '../settings/config.ts';
import type { Env } from '../settings/Env.ts';
import { checkedBody } from '../watch/watchRequest.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { scannedPage } from './scannedPage.ts';

type Bindings = { Bindings: Env };

/** So many pages are searched at most, the newest first: what lies further back is then not told of. */
const MAX_PAGES = 12;
const PAGE_STRIKES = 5_000;

interface Searched {
  readonly strikes: readonly NearStrike[];
  /** Down to here all was searched. */
  readonly edgeMs: number;
  readonly record: StoredRecord;
}

/** The strikes within the outermost ring, oldest first, page by page, each paid for by the client. */
async function search(c: Context<Bindings>, body: v.InferOutput<typeof PreviewBody>, fromMs: number, toMs: number) {
  const area = areaOfBody(body, SETTLE_MS);
  const bbox = reachOf(area);
  const middle = { latitude: (bbox.south + bbox.north) / 2, longitude: (bbox.west + bbox.east) / 2 };
  const kmTo = distanceFrom(area.shape);
  const near: NearStrike[] = [];
  let before: PagePosition | undefined;
  let record = NOTHING_KNOWN;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await scannedPage(c, { bbox, fromMs, toMs, before, limit: PAGE_STRIKES });
    if (page === 0) record = found.record;
    for (const strike of found.strikes) {
      const km = kmTo(strike);
      if (km > area.ringsKm[0]) continue;
      near.push({ ordinal: strike.ordinal, atMs: strike.atMs, km, bearing: bearingDegrees(middle, strike) });
    }
    before = found.next;
    if (!before) break;
  }
  const searched: Searched = { strikes: near.reverse(), edgeMs: before ? before.atMs + 1 : fromMs, record };
  return { area, bbox, ...searched };
}

/** What watching a place would have told in the last days. The place is kept nowhere. */
export const watchPreview = new Hono<Bindings>().post(
  '/watch/preview',
  describeRoute({
    summary: 'What watching a place would have told',
    description:
      'Replays the archive through the machine that watches. Says from when on the archive covers the place and how much was not read; it may be less than the days asked for. Pages are searched as for the history, and count against the same share of your network. Nothing of the question is kept.',
    requestBody: { required: true, content: { 'application/json': { schema: resolver(PreviewBody) } } },
    responses: {
      200: jsonAnswer('The preview', PreviewView),
      400: problemAnswer('A field is not valid, or the place cannot be watched'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  async (c) => {
    const body = await checkedBody(c.req.raw, PreviewBody);
    const { areas, historyDays } = parseConfig(c.env);
    const fault = placeFault(body, areas.home);
    if (fault) {
      const code = fault === 'outside-coverage' ? fault : 'invalid-body';
      throw new HttpProblem(400, code, `shape: ${fault}.`, { errors: { shape: fault } });
    }
    const toMs = systemClock.now();
    const keptMs = keptSinceMs(historyDays, toMs);
    const fromMs = Math.max(toMs - body.days * DAY_MS, keptMs);
    const { area, bbox, strikes, edgeMs, record } = await search(c, body, fromMs, toMs);
    const extent = unreadOf({ bbox, fromMs, toMs }, record, areas.home, keptMs);
    const covered = coveredPart(extent, Math.max(fromMs, edgeMs), toMs);
    const preview = previewOf({
      ...covered,
      area,
      strikes: strikes.filter(({ atMs }) => atMs >= covered.fromMs),
      timeZone: body.timeZone,
    });
    const view: PreviewView = { ...preview, askedDays: body.days, cut: edgeMs > fromMs };
    return c.json(view, 200, { 'cache-control': 'no-store' });
  },
);
