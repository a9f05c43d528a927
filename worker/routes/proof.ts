import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { ProofBody } from '#shared/nowcast/ProofBody.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { readShare } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { feedStub, hindcastStub, nowcastStub, witnessStub } from '#worker/objects/objectStubs.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { NoQuery, queryOf } from './queryOf.ts';

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
