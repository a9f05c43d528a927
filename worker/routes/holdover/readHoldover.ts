import type { Context } from 'hono';
import * as v from 'valibot';
import { type BBox, bboxContains, bboxDiagonalKm, bboxUnion, formatBBox } from '#shared/geo/BBox.ts';
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
import { BBoxParameter, RegionParameter, wholeNumberParameter } from '#worker/http/parameters.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { attributionBody } from '#worker/routes/attribution.ts';
import { scannedPages } from '#worker/routes/scannedPage.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

/** From corner to corner: any country of home, and no box of all of it. */
const MAX_ACROSS_KM = 1_200;
/** Newest first, of some 20,000 rows each, 37,000 at most: what the search does not reach is the oldest, of which least is left. */
const MAX_PAGES = 8;
const PAGE_STRIKES = 10_000;
const MAX_DAYS = 14;
const USUAL_DAYS = 3;

const isNarrow = (boxes: readonly BBox[]) => bboxDiagonalKm(boxes.reduce(bboxUnion)) <= MAX_ACROSS_KM;

const common = {
  days: v.optional(
    wholeNumberParameter(1, MAX_DAYS, 'How many days back flashes are looked at; 3 if absent.'),
    String(USUAL_DAYS),
  ),
  format: v.optional(v.picklist(HOLDOVER_FORMATS, 'format'), 'json'),
};

export const HoldoverQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(
      v.pipe(
        BBoxParameter,
        v.check((bbox) => isNarrow([bbox]), 'across'),
      ),
    ),
    region: v.optional(
      v.pipe(
        RegionParameter,
        v.check((strips) => isNarrow(strips), 'across'),
      ),
    ),
    ...common,
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
  v.transform(({ bbox, region, ...others }) => ({ ...others, boxes: region ?? (bbox ? [bbox] : []) })),
);
export type HoldoverQuery = v.InferOutput<typeof HoldoverQuery>;

/** The same however the query was written. A country is hundreds of boxes, too long for an address. */
export const holdoverAddress = ({ boxes, days, format }: HoldoverQuery) =>
  `?boxes=${hashOf(boxes.map(formatBBox).join(' '))}&days=${days}&format=${format}`;

function inBoxes(boxes: readonly BBox[]): (strike: Strike) => boolean {
  if (boxes.length === 1) return () => true;
  return ({ longitude, latitude }) => boxes.some((box) => bboxContains(box, longitude, latitude));
}

/**
 * The list for the caller, who pays for the rows that are read.
 * @throws HttpProblem 429 or 503, as the history
 */
export async function readHoldover(
  c: Context<{ Bindings: Env }>,
  { boxes, days }: HoldoverQuery,
  marks: readonly Mark[] = [],
): Promise<HoldoverBody> {
  const { areas, historyDays, sources, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const fromMs = nowMs - days * DAY_MS;
  const keptMs = keptSinceMs(historyDays, nowMs);
  const bbox = boxes.reduce(bboxUnion);
  const isIn = inBoxes(boxes);
  const strikes: Strike[] = [];
  const window = { bbox, fromMs: Math.max(fromMs, keptMs), toMs: nowMs, limit: PAGE_STRIKES };
  const { record, edgeMs } = await scannedPages(c, window, MAX_PAGES, (page) => {
    for (const strike of page) if (isIn(strike)) strikes.push(strike);
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
