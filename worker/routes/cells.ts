import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import type { Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { TRENDS } from '#shared/nowcast/cells/StormCell.ts';
import { HIDEABLE } from '#shared/nowcast/place/CellsNews.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import { toldCellsPath } from '#shared/wire/toldCellsPath.ts';
import { available, HttpProblem, jsonAnswer, problemAnswer } from '#worker/http/answers.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import type { OutlinedCells } from '#worker/nowcast/nowcastCalls.ts';
import { nowcastStub } from '#worker/objects/objectStubs.ts';
import type { Env } from '#worker/settings/Env.ts';
import { IsoInstant } from './strikes.ts';

const CELL_FORMATS = ['json', 'geojson'] as const;
type CellFormat = (typeof CELL_FORMATS)[number];

const TRACK_STEP_MINUTES = 10;
const PER_DEGREE = 1_000;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positionMembers = { latitude: v.number(), longitude: v.number() };
const arrowNote = 'Null where it has no clear direction.';

const StormCellBody = v.object({
  id: v.pipe(Count, v.description('Of this storm cell for as long as it lives, and of no other.')),
  ...positionMembers,
  radiusKm: v.pipe(Count, v.description('Nine in ten of its flashes lie within.')),
  speedKmH: v.nullable(v.pipe(Count, v.description(arrowNote))),
  headingDegrees: v.nullable(v.pipe(Count, v.description(`Where it moves to, clockwise from north. ${arrowNote}`))),
  headingErrorDegrees: v.nullable(v.pipe(Count, v.description(`Standard deviation of the heading. ${arrowNote}`))),
  flashes: v.pipe(Count, v.description('Of the last ten minutes; strokes that belong together are one flash.')),
  trend: v.pipe(v.picklist(TRENDS), v.description('Of its flashes; steady unless the change is more than chance.')),
  ageMinutes: Count,
  track: v.pipe(
    v.array(v.object({ minutesAgo: Count, ...positionMembers })),
    v.description('Where it was 10, 20 and 30 minutes before, as far as it existed.'),
  ),
});
type StormCellBody = v.InferOutput<typeof StormCellBody>;

const headMembers = {
  at: v.pipe(IsoInstant, v.description('What the storm cells stand for: the time up to which home was read.')),
  atMs: v.pipe(Count, v.description('The same in milliseconds since the Unix epoch.')),
  stale: v.pipe(v.boolean(), v.description('That time is ten minutes ago or more: this says nothing of now.')),
  partial: v.pipe(
    v.boolean(),
    v.description('Some of the ten minutes before was not read: there may be more storm cells than told.'),
  ),
  hidden: v.pipe(
    v.array(v.picklist(HIDEABLE)),
    v.description('Kinds of forecasts that did not hold lately, and are not shown on the site until they do.'),
  ),
};

const CellsBody = v.object({
  ...headMembers,
  cells: v.pipe(v.array(StormCellBody), v.description('The hundred most active ones at most, the most active first.')),
});

export function formatCells(
  format: CellFormat,
  told: OutlinedCells,
  nowMs: number,
): { readonly contentType: string; readonly body: string } {
  const head = headOf(told, nowMs);
  const { cells } = told.news;
  if (format === 'json') {
    const body: v.InferOutput<typeof CellsBody> = { ...head, cells: cells.map(cellBody) };
    return { contentType: 'application/json', body: JSON.stringify(body) };
  }
  const features = outlinesOf(told).map(({ ring, cell: { id, ...properties } }) => {
    return { type: 'Feature', id, geometry: { type: 'Polygon', coordinates: [ring] }, properties };
  });
  const body = { type: 'FeatureCollection', features, ...head };
  return { contentType: 'application/geo+json', body: JSON.stringify(body) };
}

/** Each storm cell with its outline, as a ring of GeoJSON. */
export function outlinesOf({ news, outlines }: OutlinedCells) {
  return news.cells.map((cell, index) => ({ cell: cellBody(cell), ring: ringOf(outlines[index] ?? []) }));
}

export function headOf({ news, providerOffsetMs }: OutlinedCells, nowMs: number) {
  return {
    at: isoMillis(news.atMs),
    atMs: news.atMs,
    stale: news.atMs <= nowMs + providerOffsetMs - NOWCAST_HOLDS_MS,
    partial: news.partial ?? false,
    hidden: [...(news.hidden ?? [])],
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
  const turns = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  if (turns < 0) ring.reverse();
  return [...ring, ...ring.slice(0, 1)];
}

function rounded({ latitude, longitude }: Position): { latitude: number; longitude: number } {
  const round = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE;
  return { latitude: round(latitude), longitude: round(longitude) };
}

const CACHE = 'public, max-age=15';

const CellsQuery = v.strictObject({ format: v.optional(v.picklist(CELL_FORMATS, 'format'), 'json') });

export const cells = new Hono<{ Bindings: Env }>().get(
  '/cells',
  describeRoute({
    summary: 'Storm cells of home: where lightning gathers now, and where it moves',
    description:
      'A storm cell is a group of flashes of the last ten minutes that is followed from minute to minute. It is told from cloud-to-ground lightning alone, so a storm that does not strike the ground is none, and a storm cell may end at any moment: of those that there are now, four in five will be gone in half an hour. Look at `at` and `stale`: while home cannot be read nothing new is told. Only where there is a clear direction are speed and heading told. Where `partial` is true there may be more. GeoJSON has the same as properties, with an outline some 3 km around the flashes as a Polygon. Answers are up to 15 s old.',
    responses: {
      200: jsonAnswer('The newest storm cells, of which there may be none', CellsBody),
      400: problemAnswer('A parameter is not valid'),
      503: problemAnswer('There are none yet: nothing of home was read since the service was started'),
    },
  }),
  queryOf(CellsQuery),
  (c) => {
    const { format } = c.req.valid('query');
    return edgeCached(c, `/internal${apiPaths.cells}?format=${format}`, async () => {
      const told = await available('nowcast', nowcastStub(c.env).outlined());
      if (!told) {
        throw new HttpProblem(503, 'unavailable', 'There is no nowcast yet.', { retryAfterSeconds: 30 });
      }
      const { contentType, body } = formatCells(format, told, systemClock.now());
      return new Response(body, { headers: { 'content-type': contentType, 'cache-control': CACHE } });
    });
  },
);

/** A minute may be told some minutes late. */
const SETTLED_AFTER_MS = 30 * MINUTE_MS;
const OPEN = 'public, max-age=60';
const SETTLED = 'public, max-age=86400';

const minuteOf = (text: string) => (/T\d\d:\d\dZ$/.test(text) ? parseIsoInstant(text) : undefined);

const MinutePath = v.strictObject({
  minute: v.pipe(
    v.string('format'),
    v.description('A minute in UTC, now or before. Example: 2026-07-01T12:00Z'),
    v.check((text) => minuteOf(text) !== undefined, 'format'),
    v.transform((text) => minuteOf(text) ?? 0),
  ),
});

const ToldBody = v.object({
  told: v.pipe(
    v.nullable(v.looseObject({ atMs: v.pipe(v.number(), v.integer()) })),
    v.description('The data of the `cells` event; null if none of the five minutes before was kept.'),
  ),
});

export const toldCells = new Hono<{ Bindings: Env }>().get(
  '/cells/:minute',
  describeRoute({
    summary: 'Storm cells as streams were told them at a minute of the last 14 days',
    description:
      'The last `cells` event that was told at that minute, or in the five before, unchanged: nothing that was learnt or read later is in it. `told` is null where nothing was kept, which says nothing of the sky: home was not read then, or the service did not run.',
    responses: {
      200: jsonAnswer('What was told', ToldBody),
      400: problemAnswer('It is no minute, or lies in the future'),
      503: problemAnswer('The nowcast does not answer: wait for Retry-After seconds'),
    },
  }),
  pathParametersOf(MinutePath),
  queryOf(NoQuery),
  async (c) => {
    const { minute: atMs } = c.req.valid('param');
    const nowMs = systemClock.now();
    if (atMs > nowMs) throw parameterProblem([{ message: 'range', path: ['minute'] }]);
    return edgeCached(c, toldCellsPath(atMs), async () => {
      const body: v.InferOutput<typeof ToldBody> = {
        told: await available('nowcast', nowcastStub(c.env).toldAt(atMs)),
      };
      const isSettled = atMs + SETTLED_AFTER_MS <= nowMs;
      return Response.json(body, { headers: { 'cache-control': isSettled ? SETTLED : OPEN } });
    });
  },
);
