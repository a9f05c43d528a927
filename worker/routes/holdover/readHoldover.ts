import type { Context } from 'hono';
import * as v from 'valibot';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { HOLDOVER_FORMATS } from '#shared/holdover/formatHoldover.ts';
import { type HoldoverBody, holdoverBody } from '#shared/holdover/HoldoverBody.ts';
import { holdoverList } from '#shared/holdover/holdoverList.ts';
import type { Mark } from '#shared/holdover/Mark.ts';
import { assumedAccuracy } from '#shared/lookUp/Ellipse.ts';
import type { Strike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';
import { othersTurn } from '#worker/http/inPieces.ts';
import { BBoxParameter, wholeNumberParameter } from '#worker/http/parameters.ts';
import { attributionBody } from '#worker/routes/attribution.ts';
import { scannedPages } from '#worker/routes/scannedPage.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

/** From corner to corner. A district is smaller, and a patrol's day too. */
const MAX_ACROSS_KM = 500;
/** Newest first, of 20,000 rows at most each: what the search does not reach is the oldest, of which least is left. */
const MAX_PAGES = 8;
const PAGE_STRIKES = 10_000;
const MAX_DAYS = 14;
const USUAL_DAYS = 3;

const acrossKm = ({ west, south, east, north }: BBox) =>
  distanceKm({ latitude: south, longitude: west }, { latitude: north, longitude: east });

export const HoldoverQuery = v.strictObject({
  bbox: v.pipe(
    BBoxParameter,
    v.check((bbox) => acrossKm(bbox) <= MAX_ACROSS_KM, 'too-wide'),
    v.description(`west,south,east,north in degrees, at most ${MAX_ACROSS_KM} km from corner to corner`),
  ),
  days: v.optional(
    wholeNumberParameter(1, MAX_DAYS, 'How many days back flashes are looked at; 3 if absent.'),
    String(USUAL_DAYS),
  ),
  format: v.optional(v.picklist(HOLDOVER_FORMATS, 'format'), 'json'),
});
export type HoldoverQuery = v.InferOutput<typeof HoldoverQuery>;

/** The same however the query was written. */
export const holdoverAddress = ({ bbox, days, format }: HoldoverQuery) =>
  `?bbox=${formatBBox(bbox)}&days=${days}&format=${format}`;

/**
 * The list for the caller, who pays for the rows that are read.
 * @throws HttpProblem 429 or 503, as the history
 */
export async function readHoldover(
  c: Context<{ Bindings: Env }>,
  { bbox, days }: HoldoverQuery,
  marks: readonly Mark[] = [],
): Promise<HoldoverBody> {
  const { areas, historyDays, sources, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const fromMs = nowMs - days * DAY_MS;
  const keptMs = keptSinceMs(historyDays, nowMs);
  const strikes: Strike[] = [];
  const window = { bbox, fromMs: Math.max(fromMs, keptMs), toMs: nowMs, limit: PAGE_STRIKES };
  const { record, edgeMs } = await scannedPages(c, window, MAX_PAGES, (page) => {
    for (const strike of page) strikes.push(strike);
    return true;
  });
  await othersTurn();
  const body = holdoverBody(holdoverList(strikes, nowMs, marks), {
    ...{ nowMs, days, edgeMs },
    extent: unreadOf({ bbox, fromMs, toMs: nowMs }, record, areas.home, keptMs),
    radius50Km: assumedAccuracy(sources[0].traits.errorKm.typical).radius50Km,
  });
  return { ...body, ...(source === 'simulated' ? { simulated: true } : {}), ...attributionBody(c.env) };
}
