import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/time/Clock.ts';
import { dayAfter, dayKey, isDay } from '#shared/time/utcDay.ts';
import { fireDangerPath } from '#shared/wire/apiPaths.ts';
import { DangerClient } from '#worker/fires/danger/DangerClient.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { parameterProblem } from '#worker/http/parameterProblem.ts';
import { problemAnswer } from '#worker/routes/describe.ts';
import { queryOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

/** A day's forecast is told once or twice. */
const CACHE = 'public, max-age=3600';
const RETRY_S = 300;

const DangerQuery = v.strictObject({
  day: v.pipe(v.string('required'), v.check(isDay, 'format'), v.description('Today in UTC, or yesterday')),
});

export const fireDanger = new Hono<{ Bindings: Env }>().get(
  '/fires/danger.png',
  describeRoute({
    summary: 'Fire danger of today at home, as a picture in Web Mercator',
    description:
      'What `fireDanger` of `GET /fires` tells of: how fires would spread by the weather, of a model. Where it has no colour nothing is told, and low danger does not mean that nothing can burn. Its rights are with who made it: show `attribution`. Not for the protection of life or property.',
    responses: {
      200: { description: 'The picture', content: { 'image/png': {} } },
      400: problemAnswer('The parameter is not valid'),
      404: problemAnswer('This deployment has no picture of fire danger'),
      503: problemAnswer('There is no picture at the moment: wait for Retry-After seconds'),
    },
  }),
  queryOf(DangerQuery),
  async (c) => {
    const { day } = c.req.valid('query');
    const { areas, fireDangerUrl } = parseConfig(c.env);
    if (fireDangerUrl === '') throw new HttpProblem(404, 'not-found', 'No picture of fire danger is configured.');
    const today = dayKey(systemClock.now());
    if (day !== today && day !== dayAfter(today, -1)) throw parameterProblem([{ message: 'range', path: ['day'] }]);
    const answer = await edgeCached(c, fireDangerPath(day), async () => {
      const client = new DangerClient(fireDangerUrl, { fetch: (...call) => fetch(...call), clock: systemClock });
      const read = await client.read(areas.home, day);
      if (read.kind === 'picture') {
        return new Response(read.png, { headers: { 'content-type': 'image/png', 'cache-control': CACHE } });
      }
      throw new HttpProblem(503, 'unavailable', 'The source of fire danger gives no picture at the moment.', {
        retryAfterSeconds: RETRY_S,
      });
    });
    return new Response(answer.body, answer);
  },
);
