import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { farFrom } from '#shared/geo/shape/distanceFrom.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { candidatesOf } from '#shared/lookUp/candidatesOf.ts';
import { assumedAccuracy } from '#shared/lookUp/Ellipse.ts';
import { LookUpBody } from '#shared/lookUp/LookUpBody.ts';
import { LOOKED_UP_SHAPE } from '#shared/lookUp/LookUpLimits.ts';
import { candidateView, LookUpView } from '#shared/lookUp/LookUpView.ts';
import type { Strike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { attributionBody } from '#worker/routes/attribution.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { extentBody, extentHeaders } from '#worker/routes/extentBody.ts';
import { STRIKE_FORMATS } from '#worker/routes/formatStrikes.ts';
import { queryOf } from '#worker/routes/queryOf.ts';
import { scannedPages } from '#worker/routes/scannedPage.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { formatCandidates } from './formatCandidates.ts';
import { lookUpSpan } from './lookUpSpan.ts';
import { takeUntilFull } from './takeUntilFull.ts';

type Bindings = { Bindings: Env };

/** 500 corners as a tool prints them, one number to a line. */
const MAX_BYTES = 131_072;
const PAGE_STRIKES = 10_000;
/** The search ends at this many strokes near the fire: each costs some 20 to 40 µs, by the shape. */
const MAX_STROKES = 5_000;
const MAX_CANDIDATES = 1_000;

const LookUpQuery = v.strictObject({ format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json') });

function refusal(field: string, rule: string): HttpProblem {
  const code = rule === 'outside-coverage' ? rule : 'invalid-body';
  return new HttpProblem(400, code, `${field}: ${rule}.`, { errors: { [field]: rule } });
}

async function answer(
  c: Context<Bindings>,
  body: LookUpBody,
): Promise<{ view: LookUpView; headers: Record<string, string> }> {
  const { areas, historyDays, sources } = parseConfig(c.env);
  const { errorKm, ellipseShare } = sources[0].traits;
  const shape = body.shape as Shape;
  const bbox = boxAroundShape(shape, body.radiusKm);
  const fault = shapeFault(shape, bbox, areas.home, LOOKED_UP_SHAPE);
  if (fault) throw refusal('shape', fault);
  const nowMs = systemClock.now();
  const keptMs = keptSinceMs(historyDays, nowMs);
  const asked = lookUpSpan(body, nowMs, keptMs);
  if (!asked.ok) throw refusal(asked.field, asked.rule);
  const [fromMs, toMs] = asked.span;
  const strikes: Strike[] = [];
  const window = { bbox, fromMs: Math.max(fromMs, keptMs), toMs, limit: PAGE_STRIKES };
  const isFar = farFrom(shape);
  const isNear = (strike: Strike) => !isFar(strike, body.radiusKm);
  let fullMs: number | undefined;
  const { record, ...searched } = await scannedPages(c, window, (page) => {
    fullMs = takeUntilFull(strikes, page, MAX_STROKES, isNear);
    return fullMs === undefined;
  });
  const edgeMs = fullMs ?? searched.edgeMs;
  const extent = unreadOf({ bbox, fromMs, toMs }, record, areas.home, keptMs);
  const candidates = candidatesOf({ shape, radiusKm: body.radiusKm, reportedMs: body.reportedAt }, strikes, {
    typicalErrorKm: errorKm.typical,
    ellipseShare,
  });
  const { completeTo, unread } = extentBody(extent);
  const view: LookUpView = {
    candidates: candidates.slice(0, MAX_CANDIDATES).map(candidateView),
    found: candidates.length,
    accuracy: { ...assumedAccuracy(errorKm.typical), ...(ellipseShare === undefined ? {} : { ellipseShare }) },
    searched: { from: isoMillis(edgeMs), to: isoMillis(toMs), cut: edgeMs > fromMs },
    completeTo,
    unread,
    ...attributionBody(c.env),
  };
  return { view, headers: extentHeaders(extent) };
}

/** Strokes that may have lit a fire. The fire is not stored. */
export const lookUp = new Hono<Bindings>().post(
  '/look-up',
  describeRoute({
    summary: 'Strokes that may have lit a fire',
    description:
      'Candidates for the ignition of a fire, the best first: flashes within `radiusKm` of its shape in the 14 days before it was reported. A candidate is no cause. JSON lists every stroke; GeoJSON, CSV and KML have one feature, row or placemark for each candidate, at the stroke that fits best. GeoJSON (`kind` says which) and KML also draw the fire, and the circle, or the ellipse where the source tells one, that half of the strikes located as the best 20 truly struck in, with styles. No candidate is no proof: `completeTo` and `unread` (JSON, GeoJSON; in every format the headers Complete-To and Unread) say what was not read, `searched` how far back was looked. Pages are searched as for the history, and count against the same share of your network. Nothing of the question is kept.',
    requestBody: { required: true, content: { 'application/json': { schema: resolver(LookUpBody) } } },
    responses: {
      200: jsonAnswer('The candidates, of which there may be none', LookUpView),
      400: problemAnswer('A field is not valid, or the place is not one of which all is read'),
      413: problemAnswer('The body is too large'),
      415: problemAnswer('The body is not JSON'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  queryOf(LookUpQuery),
  async (c) => {
    const body = await checkedBody(c.req.raw, LookUpBody, MAX_BYTES);
    const { view, headers } = await answer(c, body);
    const { contentType, body: text } = formatCandidates(c.req.valid('query').format, view, body.shape as Shape);
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store', ...headers } });
  },
);
