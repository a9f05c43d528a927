import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { systemClock } from '#shared/Clock.ts';
import type { CrossCheckStatus, SourceStatus } from '#shared/wire/FeedEvent.ts';
import { Status } from '#shared/wire/Status.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { serviceAlarms } from '#worker/http/outbound/serviceHealth.ts';
import { NoQuery, queryOf } from '#worker/http/parameters.ts';
import { available, jsonResponse } from '#worker/http/responses.ts';
import { feedStub } from '#worker/stubs.ts';

const CACHE_STATUS = 'public, max-age=5';

type OutboxStatus = NonNullable<Status['outbox']>;

/** What the status tells of features. */
interface StatusOfFeatures {
  /** Contact messages by their state. Rejects if D1 is unavailable. */
  readonly countMessages: (env: Env, nowMs: number) => Promise<Omit<OutboxStatus, 'dailyCap'>>;
  /** Undefined without a cross-check satellite, null if it does not respond. */
  readonly readCrossCheckReport: (env: Env) => Promise<CrossCheckReport | null | undefined>;
}

/** A cross-check satellite's part of the status. */
export interface CrossCheckReport {
  readonly crossCheck: CrossCheckStatus;
  /** Listed together with the other sources. */
  readonly source: SourceStatus;
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
export const statusRoutes = ({ countMessages, readCrossCheckReport }: StatusOfFeatures) =>
  new Hono<{ Bindings: Env }>().get(
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
        const { historyMaxRows: maxStrikes, contactDailyCap: dailyCap } = parseConfig(c.env);
        const [feed, outbox, archive, report] = await Promise.all([
          available('feed', feedStub(c.env).status()),
          countMessages(c.env, systemClock.now()).then(
            (counts) => ({ ...counts, dailyCap }),
            () => null,
          ),
          new StrikeArchive(c.env.DB).size().then(
            (strikes) => ({ strikes, maxStrikes }),
            () => null,
          ),
          readCrossCheckReport(c.env),
        ]);
        const alarms = serviceAlarms(feed, outbox, archive);
        const body: Status = { ...feed, outbox, archive, alarms, ...withCrossCheck(feed, report) };
        return Response.json(body, { headers: { 'cache-control': CACHE_STATUS } });
      });
      const body: Status = await response.json();
      return c.json(body, body.ok ? 200 : 503, { 'cache-control': 'no-cache' });
    },
  );
