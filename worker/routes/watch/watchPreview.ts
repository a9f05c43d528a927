import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import type * as v from 'valibot';
import { bearingDegrees } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { reachOf, SETTLE_MS } from '#shared/watch/Area.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { areaOfBody, PreviewBody, PreviewView, placeFault } from '#shared/watch/bodies.ts';
import { previewing } from '#shared/watch/previewOf.ts';
import { coveredPart, extentIn, keptSinceMs } from '#worker/archive/StrikeArchive.ts';
import { HttpProblem, inPieces, jsonAnswer, problemAnswer } from '#worker/http/answers.ts';
import { checkedBody } from '#worker/http/parameters.ts';
import { scannedPages } from '#worker/routes/strikes.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { NO_STORE } from './watch.ts';

type Bindings = { Bindings: Env };

/** Of each page, at some 20 µs a strike; to read fewer costs as many rows. */
const PAGE_STRIKES = 7_500;

/** The strikes within the outermost ring, oldest first. */
async function search(c: Context<Bindings>, body: v.InferOutput<typeof PreviewBody>, fromMs: number, toMs: number) {
  const area = areaOfBody(body, SETTLE_MS);
  const bbox = reachOf(area);
  const middle = { latitude: (bbox.south + bbox.north) / 2, longitude: (bbox.west + bbox.east) / 2 };
  const kmTo = distanceFrom(area.shape);
  const near: NearStrike[] = [];
  const window = { bbox, fromMs, toMs, limit: PAGE_STRIKES };
  const searched = await scannedPages(c, window, (strikes) => {
    for (const strike of strikes) {
      const km = kmTo(strike);
      if (km > area.ringsKm[0]) continue;
      near.push({ ordinal: strike.ordinal, atMs: strike.atMs, km, bearing: bearingDegrees(middle, strike) });
    }
    return true;
  });
  return { area, bbox, strikes: near.reverse(), ...searched };
}

/** Replays the last days for a place, and stores nothing. */
export const watchPreview = new Hono<Bindings>().post(
  '/watch/preview',
  describeRoute({
    summary: 'Preview the alerts an area would have produced',
    description:
      'Replays the archive through the alert logic. Reports when coverage starts and how much data is missing. Shares the history quota. The request is not stored.',
    requestBody: { required: true, content: { 'application/json': { schema: resolver(PreviewBody) } } },
    responses: {
      200: jsonAnswer('The preview', PreviewView),
      400: problemAnswer('Invalid field, or the place cannot be monitored'),
      429: problemAnswer('Rate limited: retry after the Retry-After delay'),
      503: problemAnswer('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  async (c) => {
    const body = await checkedBody(c.req.raw, PreviewBody);
    const { areas, historyDays } = parseConfig(c.env);
    const error = placeFault(body, areas.home);
    if (error) {
      const code = error === 'outside-coverage' ? error : 'invalid-body';
      throw new HttpProblem(400, code, `shape: ${error}.`, { errors: { shape: error } });
    }
    const toMs = systemClock.now();
    const keptMs = keptSinceMs(historyDays, toMs);
    const fromMs = Math.max(toMs - body.days * DAY_MS, keptMs);
    const { area, bbox, strikes, edgeMs, record } = await search(c, body, fromMs, toMs);
    const extent = extentIn({ bbox, fromMs, toMs }, record, areas.home, keptMs);
    const covered = coveredPart(extent, Math.max(fromMs, edgeMs), toMs);
    const work = previewing({
      ...covered,
      area,
      strikes: strikes.filter(({ atMs }) => atMs >= covered.fromMs),
      timeZone: body.timeZone,
    });
    const preview = await inPieces(work);
    const view: PreviewView = { ...preview, askedDays: body.days, cut: edgeMs > fromMs };
    return c.json(view, 200, NO_STORE);
  },
);
