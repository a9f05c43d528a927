import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { csvRow } from '#shared/csv.ts';
import { assumedAccuracy, candidatesOf, LONGEST_SMOULDER_MS } from '#shared/fires/candidatesOf.ts';
import {
  type CandidateView,
  candidateView,
  LOOKED_UP_SHAPE,
  LookUpBody,
  LookUpView,
} from '#shared/fires/lookUpBodies.ts';
import { type Ellipse, ellipseAround, ownEllipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { boxAroundShape, cornersOf, farFrom, type Shape } from '#shared/geo/Shape.ts';
import { shapeError } from '#shared/geo/shapeCode.ts';
import { XML_DECLARATION, xmlElement } from '#shared/http.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis, type Span } from '#shared/time.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { extentIn, retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { checkedBody, queryOf } from '#worker/http/parameters.ts';
import { HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import {
  extentBody,
  extentHeaders,
  type FormattedStrikes,
  STRIKE_FORMATS,
  type StrikeFormat,
  scannedPages,
} from '../../archive/strikeRoutes.ts';
import { attributionBody } from '../../http/attribution.ts';

const COLUMNS = 'rank,score,likelihood,distanceKm,ageH,strokes,id,latitude,longitude,timestamp,assumedRadius50Km';

interface Row extends Omit<CandidateView, 'best' | 'strikes'> {
  readonly rank: number;
  readonly strokes: number;
  readonly stroke: StrikeBody;
}

function rowsOf({ candidates }: LookUpView): Row[] {
  return candidates.flatMap(({ strikes, best, ...fit }, index) => {
    const stroke = strikes.find(({ id }) => id === best);
    return stroke ? [{ ...fit, rank: index + 1, strokes: strikes.length, stroke }] : [];
  });
}

function csv(view: LookUpView): string {
  const rows = rowsOf(view).map(({ rank, score, likelihood, distanceKm, ageH, strokes, stroke }) =>
    csvRow([
      ...[rank, score, likelihood, distanceKm, ageH, strokes],
      ...[stroke.id, stroke.latitude, stroke.longitude, stroke.timestamp],
      ownEllipse(stroke, view.accuracy.ellipseShare) ? undefined : view.accuracy.radius50Km,
    ]),
  );
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
}

/** Names of mapbox/simplestyle-spec, which map programs read; the same styles in KML. */
const STYLES = {
  candidate: { colour: '#a70050', width: 2, fillOpacity: 0 },
  error: { colour: '#a70050', width: 1, fillOpacity: 0.08 },
  fire: { colour: '#d9480f', width: 3, fillOpacity: 0.2 },
} as const;

/** More circles would hide each other. */
const CIRCLED = 20;
const CIRCLE_CORNERS = 48;

interface ErrorArea {
  readonly ellipse: Ellipse;
  /** Otherwise the source reported it. */
  readonly assumed: boolean;
}

/** The area that contains half of the true positions of all strikes located there. */
function errorOf({ stroke }: Row, { accuracy }: LookUpView): ErrorArea {
  const own = ownEllipse(stroke, accuracy.ellipseShare);
  return { ellipse: own ?? roundEllipse(accuracy.radius50Km), assumed: !own };
}

function errorShape({ stroke }: Row, { ellipse }: ErrorArea): Shape {
  const ring = ellipseAround(stroke, ellipse, CIRCLE_CORNERS);
  return {
    type: 'Polygon',
    coordinates: [ring.map(([x, y]) => [Number(x.toFixed(5)), Number(y.toFixed(5))] as const)],
  };
}

function geojson(view: LookUpView, fire: Shape): string {
  const { candidates, ...others } = view;
  const rows = rowsOf(view);
  const feature = (kind: 'error' | 'fire', geometry: Shape, properties = {}) => {
    const { colour, width, fillOpacity } = STYLES[kind];
    const style = { stroke: colour, 'stroke-width': width, fill: colour, 'fill-opacity': fillOpacity };
    return { type: 'Feature', geometry, properties: { kind, ...properties, ...style } };
  };
  const features = [
    ...rows.map(({ stroke, ...properties }, index) => ({
      type: 'Feature',
      id: stroke.id,
      geometry: { type: 'Point', coordinates: [stroke.longitude, stroke.latitude] },
      properties: {
        kind: 'candidate',
        ...properties,
        timestamp: stroke.timestamp,
        strikes: candidates[index]?.strikes,
        'marker-color': STYLES.candidate.colour,
      },
    })),
    ...rows.slice(0, CIRCLED).map((row) => {
      const error = errorOf(row, view);
      const size = error.assumed ? { radiusKm: view.accuracy.radius50Km } : error.ellipse;
      return feature('error', errorShape(row, error), { rank: row.rank, ...size });
    }),
    feature('fire', fire),
  ];
  return JSON.stringify({ type: 'FeatureCollection', features, ...others });
}

/** KML writes colours as alpha, blue, green, red. */
function kmlColour(colour: string, opacity: number): string {
  const [red, green, blue] = [1, 3, 5].map((at) => colour.slice(at, at + 2));
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return `${alpha}${blue}${green}${red}`;
}

function kmlStyles(): string[] {
  return Object.entries(STYLES).map(([id, { colour, width, fillOpacity }]) =>
    xmlElement(
      'Style',
      [
        xmlElement('IconStyle', [xmlElement('color', kmlColour(colour, 1))]),
        xmlElement('LineStyle', [xmlElement('color', kmlColour(colour, 1)), xmlElement('width', width)]),
        xmlElement('PolyStyle', [xmlElement('color', kmlColour(colour, fillOpacity))]),
      ],
      { id },
    ),
  );
}

function kmlShape(shape: Shape): string {
  const coordinates = xmlElement(
    'coordinates',
    cornersOf(shape)
      .map(([x, y]) => `${x},${y}`)
      .join(' '),
  );
  if (shape.type !== 'Polygon') return xmlElement(shape.type, [coordinates]);
  return xmlElement('Polygon', [xmlElement('outerBoundaryIs', [xmlElement('LinearRing', [coordinates])])]);
}

function kml(view: LookUpView, fire: Shape): string {
  const { radius50Km, radius90Km } = view.accuracy;
  const rows = rowsOf(view);
  const candidates = rows.map(({ rank, distanceKm, ageH, likelihood, score, strokes, stroke }) =>
    xmlElement(
      'Placemark',
      [
        xmlElement('name', `Candidate ${rank}`),
        xmlElement(
          'description',
          `${distanceKm} km from the fire, ${ageH} h before the report, ${strokes} stroke(s), likelihood ${likelihood}, score ${score}`,
        ),
        xmlElement('TimeStamp', [xmlElement('when', stroke.timestamp)]),
        xmlElement('styleUrl', '#candidate'),
        xmlElement('Point', [xmlElement('coordinates', `${stroke.longitude},${stroke.latitude}`)]),
      ],
      { id: stroke.id },
    ),
  );
  const feature = (style: keyof typeof STYLES, name: string, shape: Shape) =>
    xmlElement('Placemark', [xmlElement('name', name), xmlElement('styleUrl', `#${style}`), kmlShape(shape)]);
  const circles = rows.slice(0, CIRCLED).map((row) => {
    const error = errorOf(row, view);
    const size = error.assumed ? `${radius50Km} km, 50 %, assumed` : 'error ellipse, 50 %';
    return feature('error', `Candidate ${row.rank}: ${size}`, errorShape(row, error));
  });
  const text = `Possible causes, not proof. Assumed accuracy: ${radius50Km} km (50 %), ${radius90Km} km (90 %).`;
  const document = xmlElement('Document', [
    xmlElement('description', [text, view.attribution].filter(Boolean).join(' ')),
    ...kmlStyles(),
    feature('fire', 'Fire', fire),
    ...circles,
    ...candidates,
  ]);
  return XML_DECLARATION + xmlElement('kml', [document], { xmlns: 'http://www.opengis.net/kml/2.2' });
}

/**
 * CSV has one row for each candidate, at its best stroke. GeoJSON and KML have these features too, and also the fire
 * and the error ellipses of the best.
 */
export function formatCandidates(format: StrikeFormat, view: LookUpView, fire: Shape): FormattedStrikes {
  switch (format) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(view) };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(view, fire) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(view) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(view, fire) };
  }
}

/** A client's clock may be this far ahead of ours. */
const CLOCK_AHEAD_MS = 5 * 60_000;

interface SpanError {
  readonly field: 'reportedAt' | 'from' | 'to';
  /** `notKept`: before the archive begins; `range`: more than 14 days before the report. */
  readonly rule: 'future' | 'notKept' | 'afterReport' | 'reversed' | 'range';
}

export function lookUpSpan(
  { reportedAt, from, to }: Pick<LookUpBody, 'reportedAt' | 'from' | 'to'>,
  nowMs: number,
  retentionMs: number,
): { readonly ok: true; readonly span: Span } | ({ readonly ok: false } & SpanError) {
  const refused = (field: SpanError['field'], rule: SpanError['rule']) => ({ ok: false, field, rule }) as const;
  if (reportedAt > nowMs + CLOCK_AHEAD_MS) return refused('reportedAt', 'future');
  if (reportedAt <= retentionMs) return refused('reportedAt', 'notKept');
  const earliestMs = reportedAt - LONGEST_SMOULDER_MS;
  const [fromMs, toMs] = [from ?? earliestMs, to ?? reportedAt];
  if (fromMs < earliestMs) return refused('from', 'range');
  if (toMs > reportedAt) return refused('to', 'afterReport');
  if (fromMs >= toMs) return refused('to', 'reversed');
  if (toMs <= retentionMs) return refused('to', 'notKept');
  return { ok: true, span: [fromMs, toMs] };
}

/**
 * Adds the wanted strikes of a page, newest first, to `strikes`, until it holds `most`. Returns the instant down to which
 * the page was searched; undefined if all of it was.
 */
export function fillUntilFull(
  strikes: Strike[],
  page: readonly Strike[],
  most: number,
  matches: (strike: Strike) => boolean,
): number | undefined {
  for (const strike of page) {
    if (!matches(strike)) continue;
    // More strikes of this millisecond may follow.
    if (strikes.length >= most) return strike.atMs + 1;
    strikes.push(strike);
  }
  return undefined;
}

type Bindings = { Bindings: Env };

/** 500 corners in the output of tools that print one number per line. */
const MAX_BYTES = 131_072;
const PAGE_STRIKES = 10_000;
/** The search ends at this many strokes near the fire: each costs about 20 to 40 µs, depending on the shape. */
const MAX_STROKES = 5_000;
const MAX_CANDIDATES = 1_000;

const LookUpParams = v.strictObject({ format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json') });

function refusal(field: string, rule: string): HttpProblem {
  const code = rule === 'outside-coverage' ? rule : 'invalid-body';
  return new HttpProblem(400, code, `${field}: ${rule}.`, { errors: { [field]: rule } });
}

async function result(
  c: Context<Bindings>,
  body: LookUpBody,
): Promise<{ view: LookUpView; headers: Record<string, string> }> {
  const { areas, historyDays, sources } = parseConfig(c.env);
  const { errorKm, ellipseShare } = sources[0].traits;
  const shape = body.shape as Shape;
  const bbox = boxAroundShape(shape, body.radiusKm);
  const error = shapeError(shape, bbox, areas.home, LOOKED_UP_SHAPE);
  if (error) throw refusal('shape', error);
  const nowMs = systemClock.now();
  const retentionMs = retainedSinceMs(historyDays, nowMs);
  const requested = lookUpSpan(body, nowMs, retentionMs);
  if (!requested.ok) throw refusal(requested.field, requested.rule);
  const [fromMs, toMs] = requested.span;
  const strikes: Strike[] = [];
  const window = { bbox, fromMs: Math.max(fromMs, retentionMs), toMs, limit: PAGE_STRIKES };
  const isFar = farFrom(shape);
  const isNear = (strike: Strike) => !isFar(strike, body.radiusKm);
  let fullMs: number | undefined;
  const { record, ...searched } = await scannedPages(c, window, (page) => {
    fullMs = fillUntilFull(strikes, page, MAX_STROKES, isNear);
    return fullMs === undefined;
  });
  const edgeMs = fullMs ?? searched.edgeMs;
  const extent = extentIn({ bbox, fromMs, toMs }, record, areas.home, retentionMs);
  const candidates = candidatesOf({ shape, radiusKm: body.radiusKm, reportedMs: body.reportedAt }, strikes, {
    typicalErrorKm: errorKm.typical,
    ellipseShare,
  });
  const { completeTo, gaps } = extentBody(extent);
  const view: LookUpView = {
    candidates: candidates.slice(0, MAX_CANDIDATES).map(candidateView),
    found: candidates.length,
    accuracy: { ...assumedAccuracy(errorKm.typical), ...(ellipseShare === undefined ? {} : { ellipseShare }) },
    searched: { from: isoMillis(edgeMs), to: isoMillis(toMs), cut: edgeMs > fromMs },
    completeTo,
    gaps,
    ...attributionBody(c.env),
  };
  return { view, headers: extentHeaders(extent) };
}

/** Strokes that may have lit a fire. The fire is not stored. */
export const lookUp = new Hono<Bindings>().post(
  '/look-up',
  describeRoute({
    summary: 'Find strokes that may have ignited a fire',
    description:
      'Candidates, best first: flashes within `radiusKm` of the fire in the 14 days before it was reported. A candidate is not proof of cause. JSON lists every stroke; GeoJSON, CSV and KML have one item per candidate at its best stroke. GeoJSON and KML also draw the fire and the 50 % location-error circle or ellipse of the best 20. No candidates is not proof of no lightning: see `completeTo`, `gaps` and `searched`. Shares the history quota. The request is not stored.',
    requestBody: { required: true, content: { 'application/json': { schema: resolver(LookUpBody) } } },
    responses: {
      200: jsonResponse('Candidates; may be empty', LookUpView),
      400: problemResponse('Invalid field, or the place is outside the home area'),
      413: problemResponse('Request body too large'),
      415: problemResponse('The content type is not JSON'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(LookUpParams),
  async (c) => {
    const body = await checkedBody(c.req.raw, LookUpBody, MAX_BYTES);
    const { view, headers } = await result(c, body);
    const { contentType, body: text } = formatCandidates(c.req.valid('query').format, view, body.shape as Shape);
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store', ...headers } });
  },
);
