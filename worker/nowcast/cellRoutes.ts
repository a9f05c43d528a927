import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { WITHHOLDABLE } from '#shared/nowcast/CellsUpdate.ts';
import { type CellReport, TRENDS } from '#shared/nowcast/StormCell.ts';
import { isoMillis, MINUTE_MS, parseIsoInstant } from '#shared/time.ts';
import { apiPaths, pastCellsPath } from '#shared/wire/apiPaths.ts';
import { NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { OutlinedCells } from '#worker/calls.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import { available, HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { nowcastStub } from '#worker/stubs.ts';
import { IsoInstant } from '../archive/strikeRoutes.ts';

const CELL_FORMATS = ['json', 'geojson'] as const;
type CellFormat = (typeof CELL_FORMATS)[number];

const TRACK_STEP_MINUTES = 10;
const PER_DEGREE = 1_000;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positionMembers = { latitude: v.number(), longitude: v.number() };
const arrowNote = 'Null without a clear direction.';

const StormCellBody = v.object({
  id: v.pipe(Count, v.description('Stable for the lifetime of the cell; never reused.')),
  ...positionMembers,
  radiusKm: v.pipe(Count, v.description('Contains nine in ten of its flashes.')),
  speedKmH: v.nullable(v.pipe(Count, v.description(arrowNote))),
  headingDegrees: v.nullable(v.pipe(Count, v.description(`Direction of motion, clockwise from north. ${arrowNote}`))),
  headingErrorDegrees: v.nullable(v.pipe(Count, v.description(`Standard deviation of the heading. ${arrowNote}`))),
  flashes: v.pipe(Count, v.description('Flashes of the last ten minutes; strokes of one flash count once.')),
  trend: v.pipe(v.picklist(TRENDS), v.description('Trend of its flashes; steady unless statistically significant.')),
  ageMinutes: Count,
  track: v.pipe(
    v.array(v.object({ minutesAgo: Count, ...positionMembers })),
    v.description('Positions 10, 20 and 30 minutes ago, if it existed.'),
  ),
});
type StormCellBody = v.InferOutput<typeof StormCellBody>;

const headMembers = {
  at: v.pipe(IsoInstant, v.description('Time up to which home data is complete.')),
  atMs: v.pipe(Count, v.description('The same in milliseconds since the Unix epoch.')),
  stale: v.pipe(v.boolean(), v.description('True if that time is ten or more minutes ago.')),
  partial: v.pipe(
    v.boolean(),
    v.description('Some data of the previous ten minutes is missing: there may be more cells.'),
  ),
  withheld: v.pipe(
    v.array(v.picklist(WITHHOLDABLE)),
    v.description('Forecast types currently withheld because they failed verification.'),
  ),
};

const CellsBody = v.object({
  ...headMembers,
  cells: v.pipe(v.array(StormCellBody), v.description('At most the 100 most active, most active first.')),
});

export function formatCells(
  format: CellFormat,
  outlinedCells: OutlinedCells,
  nowMs: number,
): { readonly contentType: string; readonly body: string } {
  const head = headOf(outlinedCells, nowMs);
  const { cells } = outlinedCells.updates;
  if (format === 'json') {
    const body: v.InferOutput<typeof CellsBody> = { ...head, cells: cells.map(cellBody) };
    return { contentType: 'application/json', body: JSON.stringify(body) };
  }
  const features = outlinesOf(outlinedCells).map(({ ring, cell: { id, ...properties } }) => {
    return { type: 'Feature', id, geometry: { type: 'Polygon', coordinates: [ring] }, properties };
  });
  const body = { type: 'FeatureCollection', features, ...head };
  return { contentType: 'application/geo+json', body: JSON.stringify(body) };
}

/** Each storm cell with its outline, as a GeoJSON ring. */
export function outlinesOf({ updates: cellsUpdate, outlines }: OutlinedCells) {
  return cellsUpdate.cells.map((cell, index) => ({ cell: cellBody(cell), ring: ringOf(outlines[index] ?? []) }));
}

export function headOf({ updates: cellsUpdate, providerOffsetMs }: OutlinedCells, nowMs: number) {
  return {
    at: isoMillis(cellsUpdate.atMs),
    atMs: cellsUpdate.atMs,
    stale: cellsUpdate.atMs <= nowMs + providerOffsetMs - NOWCAST_HOLDS_MS,
    partial: cellsUpdate.partial ?? false,
    withheld: [...(cellsUpdate.withheld ?? [])],
  };
}

function cellBody(cell: CellReport): StormCellBody {
  return {
    id: cell.id,
    ...rounded(cell),
    radiusKm: Math.round(cell.radiusKm),
    ...motionOf(cell),
    flashes: cell.flashes,
    trend: cell.trend,
    ageMinutes: cell.ageMinutes,
    track: cell.track.map((at, index) => ({ minutesAgo: (index + 1) * TRACK_STEP_MINUTES, ...rounded(at) })),
  };
}

function motionOf({ showArrow, eastKmH, northKmH, sigmaKmH }: CellReport) {
  if (!showArrow) return { speedKmH: null, headingDegrees: null, headingErrorDegrees: null };
  const speed = Math.hypot(eastKmH, northKmH);
  const degrees = (radians: number) => Math.round((radians * 180) / Math.PI);
  return {
    speedKmH: Math.round(speed),
    headingDegrees: (degrees(Math.atan2(eastKmH, northKmH)) + 360) % 360,
    headingErrorDegrees: degrees(Math.atan2(sigmaKmH, speed)),
  };
}

/** Closed and counter-clockwise, as in GeoJSON. */
function ringOf(corners: readonly Position[]): [number, number][] {
  const ring = corners.map((corner): [number, number] => {
    const { latitude, longitude } = rounded(corner);
    return [longitude, latitude];
  });
  const area2 = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  if (area2 < 0) ring.reverse();
  return [...ring, ...ring.slice(0, 1)];
}

function rounded({ latitude, longitude }: Position): { latitude: number; longitude: number } {
  const round = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE;
  return { latitude: round(latitude), longitude: round(longitude) };
}

const CACHE = 'public, max-age=15';

const CellsQuery = v.strictObject({ format: v.optional(v.picklist(CELL_FORMATS, 'format'), 'json') });

export const cells = new Hono<{ Bindings: Env }>().get(
  '/storm-cells',
  describeRoute({
    summary: 'Get current storm cells of the home area',
    description:
      'A storm cell is a group of flashes from the last ten minutes, tracked minute by minute. Only cloud-to-ground lightning is used, so a storm without ground strikes has no cell. Four of five cells end within 30 minutes. Check `at` and `stale`: cells are not updated while home data is missing. `speedKmH` and `headingDegrees` are null unless the direction is clear. `partial`: some data is missing, so there may be more cells. GeoJSON adds outlines about 3 km around the flashes. Cached for up to 15 s.',
    responses: {
      200: jsonResponse('Latest storm cells; may be empty', CellsBody),
      400: problemResponse('Invalid parameter'),
      503: problemResponse('No storm cells yet: no data received since the service started'),
    },
  }),
  queryOf(CellsQuery),
  (c) => {
    const { format } = c.req.valid('query');
    return edgeCached(c, `/internal${apiPaths.stormCells}?format=${format}`, async () => {
      const outlinedCells = await available('nowcast', nowcastStub(c.env).outlined());
      if (!outlinedCells) {
        throw new HttpProblem(503, 'unavailable', 'No nowcast is available yet.', { retryAfterSeconds: 30 });
      }
      const { contentType, body } = formatCells(format, outlinedCells, systemClock.now());
      return new Response(body, { headers: { 'content-type': contentType, 'cache-control': CACHE } });
    });
  },
);

/** Cells of a minute may be published some minutes late. */
const SETTLED_AFTER_MS = 30 * MINUTE_MS;
const OPEN = 'public, max-age=60';
const SETTLED = 'public, max-age=86400';

const minuteOf = (text: string) => (/T\d\d:\d\dZ$/.test(text) ? parseIsoInstant(text) : undefined);

const MinutePath = v.strictObject({
  minute: v.pipe(
    v.string('format'),
    v.description('Minute in UTC, not in the future. Example: 2026-07-01T12:00Z'),
    v.check((text) => minuteOf(text) !== undefined, 'format'),
    v.transform((text) => minuteOf(text) ?? 0),
  ),
});

const PastCellsBody = v.object({
  cells: v.pipe(
    v.nullable(v.looseObject({ atMs: v.pipe(v.number(), v.integer()) })),
    v.description('Data of the `storm-cells` event; null if none of the previous five minutes was stored.'),
  ),
});

export const pastCells = new Hono<{ Bindings: Env }>().get(
  '/storm-cells/:minute',
  describeRoute({
    summary: 'Get storm cells as published at a past minute (14 days)',
    description:
      'Returns the last `storm-cells` event at or up to five minutes before that minute, unchanged. `cells` is null if none was stored: home data was missing or the service was down.',
    responses: {
      200: jsonResponse('Storm cells as published', PastCellsBody),
      400: problemResponse('Not a valid minute, or in the future'),
      503: problemResponse('Nowcast unavailable: retry after the Retry-After delay'),
    },
  }),
  pathParametersOf(MinutePath),
  queryOf(NoQuery),
  async (c) => {
    const { minute: atMs } = c.req.valid('param');
    const nowMs = systemClock.now();
    if (atMs > nowMs) throw parameterProblem([{ message: 'range', path: ['minute'] }]);
    return edgeCached(c, pastCellsPath(atMs), async () => {
      const body: v.InferOutput<typeof PastCellsBody> = {
        cells: await available('nowcast', nowcastStub(c.env).reportedAt(atMs)),
      };
      const isSettled = atMs + SETTLED_AFTER_MS <= nowMs;
      return Response.json(body, { headers: { 'cache-control': isSettled ? SETTLED : OPEN } });
    });
  },
);
