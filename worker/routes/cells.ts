import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/time/Clock.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { nowcastStub } from '#worker/objects/objectStubs.ts';
import type { Env } from '#worker/settings/Env.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { CELL_FORMATS, CellsBody, formatCells } from './formatCells.ts';
import { queryOf } from './queryOf.ts';

const CACHE = 'public, max-age=15';

const CellsQuery = v.strictObject({ format: v.optional(v.picklist(CELL_FORMATS, 'format'), 'json') });

/** The storm cells of home. */
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
    return edgeCached(
      `${new URL(c.req.url).origin}/internal${apiPaths.cells}?format=${format}`,
      (work) => c.executionCtx.waitUntil(work),
      async () => {
        const told = await available('nowcast', nowcastStub(c.env).outlined());
        if (!told) {
          throw new HttpProblem(503, 'unavailable', 'There is no nowcast yet.', { retryAfterSeconds: 30 });
        }
        const { contentType, body } = formatCells(format, told, systemClock.now());
        return new Response(body, { headers: { 'content-type': contentType, 'cache-control': CACHE } });
      },
    );
  },
);
