import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { systemClock } from '#shared/Clock.ts';
import { DAY_MS } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { CrossCheckFlashes } from '#shared/wire/FeedEvent.ts';
import { VerificationBody } from '#shared/wire/VerificationBody.ts';
import { readShare, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { NoQuery, queryOf } from '#worker/http/parameters.ts';
import { available, HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { feedStub, hindcastStub, nowcastStub } from '#worker/stubs.ts';
import { crossCheckStub, hasCrossCheck } from './crossCheckCalls.ts';

const CACHE = 'public, max-age=60';
const PROVEN_MS = 30 * DAY_MS;

async function verificationResponse(env: Env): Promise<Response> {
  const nowMs = systemClock.now();
  const [{ uptime, ...verification }, { source, feed }, completeness, replayed, crossCheck] = await Promise.all([
    available('nowcast', nowcastStub(env).verification()),
    available('feed', feedStub(env).status()),
    new StrikeArchive(env.DB).record().then(
      (record) => readShare(record, nowMs - PROVEN_MS, nowMs),
      () => null,
    ),
    hindcastStub(env)
      .verification()
      .catch(() => null),
    hasCrossCheck(env)
      ? crossCheckStub(env)
          .verification()
          .catch(() => undefined)
      : undefined,
  ]);
  const body: VerificationBody = {
    source,
    ...verification,
    replayed,
    feed: {
      typicalDelayMs: feed.typicalDelayMs,
      completeness,
      uptime,
      openGaps: feed.openGaps,
      oldestGapMs: feed.backlogMs,
    },
    ...(crossCheck ? { crossCheck } : {}),
  };
  return Response.json(body, { headers: { 'cache-control': CACHE } });
}

export const verification = new Hono<{ Bindings: Env }>().get(
  '/verification',
  describeRoute({
    summary: 'Get forecast verification results',
    description:
      'Forecasts for a fixed grid of points near lightning, compared with what followed: sums by UTC day, at most 30 days. Each point is sampled every five minutes if it was quiet for ten; neighbouring cases belong to the same storm and are not independent. `replayed`: the same for forecasts that were never published. `source: simulated` means simulated storms.',
    responses: {
      200: jsonResponse('Forecasts compared with observations', VerificationBody),
      503: problemResponse('Temporarily unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(NoQuery),
  (c) => edgeCached(c, '/internal/verification', () => verificationResponse(c.env)),
);

/** The source publishes files every ten minutes. */
const CROSS_CHECK_CACHE = 'public, max-age=30';

export const crossCheck = new Hono<{ Bindings: Env }>().get(
  '/cross-check/flashes',
  describeRoute({
    summary: 'List satellite flashes of the last 30 minutes in the home area',
    description:
      'Optical detections, cloud-to-ground and intracloud, 5 to 15 minutes old, up to 8 km off, at most 10,000. Separate from strikes: they never raise or clear an alert. Show `attribution`.',
    responses: {
      200: jsonResponse('Flashes, newest first', CrossCheckFlashes),
      404: problemResponse('No cross-check satellite is configured'),
      503: problemResponse('Temporarily unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(NoQuery),
  (c) => {
    if (!hasCrossCheck(c.env)) {
      throw new HttpProblem(404, 'not-found', 'No cross-check satellite is configured.');
    }
    return edgeCached(c, `/internal${apiPaths.crossCheckFlashes}`, async () => {
      const body: CrossCheckFlashes = await available('cross-check satellite', crossCheckStub(c.env).flashes());
      return Response.json(body, { headers: { 'cache-control': CROSS_CHECK_CACHE } });
    });
  },
);
