import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { systemClock } from '#shared/time/Clock.ts';
import { Status } from '#shared/wire/Status.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ContactOutbox } from '#worker/contact/ContactOutbox.ts';
import { RefusalTable } from '#worker/contact/refusals.ts';
import { available } from '#worker/http/available.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { feedStub } from '#worker/objects/objectStubs.ts';
import { serviceAlarms } from '#worker/observability/serviceHealth.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { jsonAnswer } from './describe.ts';
import { NoQuery, queryOf } from './queryOf.ts';

const CACHE_STATUS = 'public, max-age=5';

/** For the site's live count, operators and uptime monitors. */
export const status = new Hono<{ Bindings: Env }>().get(
  '/status',
  describeRoute({
    summary: 'State of the feed and of the service',
    responses: {
      200: jsonAnswer('The home region is up to date', Status),
      503: jsonAnswer('The home region is stale: strikes may be missing', Status),
    },
  }),
  queryOf(NoQuery),
  async (c) => {
    const answer = await edgeCached(
      `${new URL(c.req.url).origin}/internal/status`,
      (work) => c.executionCtx.waitUntil(work),
      async () => {
        const maxStrikes = parseConfig(c.env).historyMaxRows;
        const [feed, outbox, refused, archive] = await Promise.all([
          available('feed', feedStub(c.env).status()),
          new ContactOutbox(c.env.OUTBOX_DB).counts().catch(() => null),
          new RefusalTable(c.env.OUTBOX_DB).today(systemClock.now()).catch(() => null),
          new StrikeArchive(c.env.DB).size().then(
            (strikes) => ({ strikes, maxStrikes }),
            () => null,
          ),
        ]);
        const contact = refused && { refused };
        const body: Status = { ...feed, outbox, contact, archive, alarms: serviceAlarms(feed, outbox, archive) };
        return Response.json(body, { headers: { 'cache-control': CACHE_STATUS } });
      },
    );
    const body: Status = await answer.json();
    return c.json(body, body.ok ? 200 : 503, { 'cache-control': 'no-cache' });
  },
);
