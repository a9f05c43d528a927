import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { ProofBody } from '#shared/wire/ProofBody.ts';
import { WitnessFlashes } from '#shared/wire/WitnessBody.ts';
import { readShare, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available, HttpProblem, jsonAnswer, problemAnswer } from '#worker/http/answers.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { NoQuery, queryOf } from '#worker/http/parameters.ts';
import { feedStub, hindcastStub, nowcastStub, witnessStub } from '#worker/objects/objectStubs.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

const CACHE = 'public, max-age=60';
const PROVEN_MS = 30 * DAY_MS;

async function proofAnswer(env: Env): Promise<Response> {
  const nowMs = systemClock.now();
  const hasWitness = parseConfig(env).sources.some(({ role }) => role === 'witness');
  const [{ uptime, ...proof }, { source, feed }, completeness, replayed, witness] = await Promise.all([
    available('nowcast', nowcastStub(env).proof()),
    available('feed', feedStub(env).status()),
    new StrikeArchive(env.DB).record().then(
      (record) => readShare(record, nowMs - PROVEN_MS, nowMs),
      () => null,
    ),
    hindcastStub(env)
      .proof()
      .catch(() => null),
    hasWitness
      ? witnessStub(env)
          .proof()
          .catch(() => undefined)
      : undefined,
  ]);
  const body: ProofBody = {
    source,
    ...proof,
    replayed,
    feed: {
      typicalDelayMs: feed.typicalDelayMs,
      completeness,
      uptime,
      openGaps: feed.gaps,
      oldestGapMs: feed.debtMs,
    },
    ...(witness ? { witness } : {}),
  };
  return Response.json(body, { headers: { 'cache-control': CACHE } });
}

export const proof = new Hono<{ Bindings: Env }>().get(
  '/proof',
  describeRoute({
    summary: 'How right the forecasts of lightning were',
    description:
      'Forecasts for a fixed grid of places that lightning is near, compared with what followed: sums over 30 days at most, by UTC days. Places are asked about every five minutes, if they were quiet for ten; neighbouring cases are about the same storm, so they tell less than as many storms would. `replayed` holds the same of forecasts that were told to nobody. If `source` is `simulated`, the storms are, too.',
    responses: {
      200: jsonAnswer('What was said beside what came', ProofBody),
      503: problemAnswer('It cannot be read at the moment: wait for Retry-After seconds'),
    },
  }),
  queryOf(NoQuery),
  (c) => edgeCached(c, '/internal/proof', () => proofAnswer(c.env)),
);

/** Files come every ten minutes. */
const WITNESS_CACHE = 'public, max-age=30';

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
      return Response.json(body, { headers: { 'cache-control': WITNESS_CACHE } });
    });
  },
);
