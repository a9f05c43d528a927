import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { systemClock } from '#shared/Clock.ts';
import { Status } from '#shared/wire/Status.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ContactOutbox } from '#worker/features/contact/outbox.ts';
import type { CrossCheckReport } from '#worker/features/verification/CrossCheckLedger.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { log } from '#worker/http/outbound/log.ts';
import { serviceAlarms } from '#worker/http/outbound/serviceHealth.ts';
import { NoQuery, queryOf } from '#worker/http/parameters.ts';
import { available, jsonResponse } from '#worker/http/responses.ts';
import { crossCheckStub, feedStub } from '#worker/stubs.ts';

const CACHE_STATUS = 'public, max-age=5';

/** Null if it does not respond: the rest of the status does not depend on it. */
function reportOf(env: Env): Promise<CrossCheckReport | null> {
  return crossCheckStub(env)
    .report()
    .catch((error: Error) => {
      log('warn', 'crossCheck.report', { reason: error.message });
      return null;
    });
}

/** Empty if there is no cross-check satellite. */
function withCrossCheck(
  { sources = [] }: Pick<Status, 'sources'>,
  report: CrossCheckReport | null | undefined,
): Pick<Status, 'sources' | 'crossCheck'> {
  if (report === undefined) return {};
  return report === null
    ? { crossCheck: null }
    : { crossCheck: report.crossCheck, sources: [...sources, report.source] };
}

/** For the site's live count, operators and uptime monitors. */
export const status = new Hono<{ Bindings: Env }>().get(
  '/status',
  describeRoute({
    summary: 'Get feed and service status',
    responses: {
      200: jsonResponse('The home area is up to date', Status),
      503: jsonResponse('The home area is stale: strikes may be missing', Status),
    },
  }),
  queryOf(NoQuery),
  async (c) => {
    const response = await edgeCached(c, '/internal/status', async () => {
      const { historyMaxRows: maxStrikes, sources, contactDailyCap: dailyCap } = parseConfig(c.env);
      const hasCrossCheck = sources.some(({ role }) => role === 'cross-check');
      const [feed, outbox, archive, report] = await Promise.all([
        available('feed', feedStub(c.env).status()),
        new ContactOutbox(c.env.OUTBOX_DB).counts(systemClock.now()).then(
          (counts) => ({ ...counts, dailyCap }),
          () => null,
        ),
        new StrikeArchive(c.env.DB).size().then(
          (strikes) => ({ strikes, maxStrikes }),
          () => null,
        ),
        hasCrossCheck ? reportOf(c.env) : undefined,
      ]);
      const alarms = serviceAlarms(feed, outbox, archive);
      const body: Status = { ...feed, outbox, archive, alarms, ...withCrossCheck(feed, report) };
      return Response.json(body, { headers: { 'cache-control': CACHE_STATUS } });
    });
    const body: Status = await response.json();
    return c.json(body, body.ok ? 200 : 503, { 'cache-control': 'no-cache' });
  },
);
