import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { WitnessFlashes } from '#shared/wire/WitnessBody.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { witnessStub } from '#worker/objects/objectStubs.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { NoQuery, queryOf } from './queryOf.ts';

/** Files come every ten minutes. */
const CACHE = 'public, max-age=30';

export const witness = new Hono<{ Bindings: Env }>().get(
  '/witness/flashes',
  describeRoute({
    summary: 'What a satellite saw over home in the last 30 minutes',
    description:
      'Flashes as a satellite saw their light, on the ground and between clouds, 5 to 15 minutes old, up to 8 km off. They are beside the strikes, never among them: nothing is warned of or cleared by them. 10,000 at most. Name its licence (`attribution`) wherever you show them.',
    responses: {
      200: jsonAnswer('Flashes, newest first', WitnessFlashes),
      404: problemAnswer('No satellite is read here'),
      503: problemAnswer('They cannot be read at the moment: wait for Retry-After seconds'),
    },
  }),
  queryOf(NoQuery),
  (c) => {
    if (!parseConfig(c.env).sources.some(({ role }) => role === 'witness')) {
      throw new HttpProblem(404, 'not-found', 'No satellite is read here.');
    }
    return edgeCached(c, `/internal${apiPaths.witnessFlashes}`, async () => {
      const body: WitnessFlashes = await available('witness', witnessStub(c.env).flashes());
      return Response.json(body, { headers: { 'cache-control': CACHE } });
    });
  },
);
