import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/time/Clock.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import { toldCellsPath } from '#shared/wire/toldCellsPath.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { parameterProblem } from '#worker/http/parameterProblem.ts';
import { nowcastStub } from '#worker/objects/objectStubs.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { NoQuery, pathParametersOf, queryOf } from '#worker/routes/queryOf.ts';
import type { Env } from '#worker/settings/Env.ts';

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
