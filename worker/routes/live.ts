import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/time/Clock.ts';
import { available } from '../http/available.ts';
import { edgeCached } from '../http/edgeCached.ts';
import { parameterProblem } from '../http/parameterProblem.ts';
import { SequenceParameter } from '../http/parameters.ts';
import { remembered } from '../http/remembered.ts';
import { feedStub, relayName, relayStub } from '../objects/objectStubs.ts';
import { LiveQuery, liveRequestQuery } from '../relay/liveRequest.ts';
import { parseConfig } from '../settings/config.ts';
import type { Env } from '../settings/Env.ts';
import { problemAnswer } from './describe.ts';
import { queryOf } from './queryOf.ts';

/** How long a data centre caches the number of relays. */
const RELAY_COUNT_SECONDS = 15;
/** A stream holds on to the cached answer it read, 32 kB, for its whole life; this memory spares most streams that. */
const relayCountHere = remembered<number>(5_000, systemClock);

async function currentRelayCount(env: Env, origin: string, defer: (work: Promise<unknown>) => void): Promise<number> {
  const answer = await edgeCached(`${origin}/internal/relay-count`, defer, async () => {
    const count = await feedStub(env).relayCount();
    return new Response(String(count), { headers: { 'cache-control': `public, max-age=${RELAY_COUNT_SECONDS}` } });
  });
  return Number(await answer.text());
}

/** The cursor to continue from. A reconnecting browser's `Last-Event-ID` wins over the URL's original `since` (CU3). */
function cursorOf(lastEventId: string | undefined, since: number | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return since;
  const parsed = v.safeParse(SequenceParameter, lastEventId);
  if (parsed.success) return parsed.output;
  throw parameterProblem([{ message: 'format', path: ['Last-Event-ID'] }]);
}

/** The live stream. The relay's answer is passed through as it is, so no code runs here per message. */
export const live = new Hono<{ Bindings: Env }>().get(
  '/live',
  describeRoute({
    summary: 'New strikes as server-sent events',
    description:
      'Events `hello`, `strikes`, `hb` (every 15 s) and `reset`; see the protocol. Give either `bbox` (ids and exact positions) or `cells` (delta columns). To resume, give `since`, or the Last-Event-ID that browsers send themselves.',
    responses: {
      200: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      400: problemAnswer('A parameter is not valid'),
      503: problemAnswer('Every relay is full'),
    },
  }),
  queryOf(LiveQuery),
  async (c) => {
    const query = c.req.valid('query');
    const since = cursorOf(c.req.header('last-event-id'), query.since);
    const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const count = await available(
      'feed',
      relayCountHere(() => currentRelayCount(c.env, new URL(c.req.url).origin, defer)),
    );
    const request = new Request(`https://relay/?${liveRequestQuery({ ...query, since })}`, {
      signal: c.req.raw.signal,
    });
    const first = Math.floor(Math.random() * count);
    const open = (index: number) => available('relay', relayStub(c.env, relayName(index)).fetch(request.clone()));
    const response = await open(first);
    if (response.status !== 503) return response;
    // May be one relay more than the count, which lags behind a rush of viewers.
    const { relayMax } = parseConfig(c.env);
    return await open((first + 1) % Math.min(relayMax, count + 1));
  },
);
