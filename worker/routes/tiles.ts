import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { parseTile } from '#shared/geo/tile.ts';
import { SLICE_ZOOM_MAX, SLICE_ZOOM_MIN } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS, parseHourKey } from '#shared/time/hourKey.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { StrikeArchive } from '../archive/StrikeArchive.ts';
import { available } from '../http/available.ts';
import { edgeCached } from '../http/edgeCached.ts';
import { parameterProblem } from '../http/parameterProblem.ts';
import { wholeNumberParameter } from '../http/parameters.ts';
import type { Env } from '../settings/Env.ts';
import { problemAnswer } from './describe.ts';
import { NoQuery, pathOf, queryOf } from './queryOf.ts';

const SlicePath = v.strictObject({
  z: wholeNumberParameter(SLICE_ZOOM_MIN, SLICE_ZOOM_MAX, 'Zoom.'),
  x: wholeNumberParameter(0, 2 ** SLICE_ZOOM_MAX - 1, 'Column.'),
  y: wholeNumberParameter(0, 2 ** SLICE_ZOOM_MAX - 1, 'Row.'),
  hour: v.pipe(v.string('format'), v.description('YYYYMMDDHH, UTC'), v.regex(/^\d{10}$/, 'format')),
});

/** An hour may still gain strikes for this long after it closed, from late arrivals and the last sweep. */
const SETTLED_AFTER_MS = 70 * 60_000;
const OPEN_SECONDS = 5;
/** Closed hours change only when a repair fills a gap; connected clients get those strikes live. */
const CLOSED_SECONDS = 60;
const AHEAD_MS = 5 * 60_000;

/** The site's history: the strikes of one tile and hour, packed and cached at the edge. */
export const tiles = new Hono<{ Bindings: Env }>().get(
  '/tiles/:z/:x/:y/:hour',
  describeRoute({
    summary: 'The strikes of one tile and hour, packed',
    description:
      'The site’s own binary format (magic LS1): varint differences of ordinal, latitude, longitude and time.',
    responses: {
      200: {
        description: 'The slice',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      400: problemAnswer('A parameter is not valid'),
    },
  }),
  pathOf(SlicePath),
  queryOf(NoQuery),
  async (c) => {
    const { z, x, y, hour } = c.req.valid('param');
    const tile = parseTile(`${z}/${x}/${y}`);
    const fromMs = parseHourKey(hour);
    const nowMs = systemClock.now();
    if (!tile) throw parameterProblem([{ message: 'range', path: [x < 2 ** z ? 'y' : 'x'] }]);
    if (fromMs === undefined) throw parameterProblem([{ message: 'format', path: ['hour'] }]);
    if (fromMs > nowMs + AHEAD_MS) throw parameterProblem([{ message: 'range', path: ['hour'] }]);
    const toMs = fromMs + HOUR_MS;
    return await edgeCached(
      c.req.url,
      (work) => c.executionCtx.waitUntil(work),
      async () => {
        const { seq, strikes } = await available('archive', new StrikeArchive(c.env.DB).tile(tile, fromMs, toMs));
        const bytes = encodeStrikeSlice({ seq, sealed: false, columns: strikesToColumns(strikes) });
        const seconds = toMs + SETTLED_AFTER_MS > nowMs ? OPEN_SECONDS : CLOSED_SECONDS;
        return c.body(bytes, 200, {
          'content-type': 'application/octet-stream',
          'cache-control': `public, max-age=${seconds}`,
        });
      },
    );
  },
);
