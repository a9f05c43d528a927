import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import type { RelayLoads } from '#worker/calls.ts';
import { drawRelays } from '#worker/feed/relayLoads.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { parameterProblem, queryOf, SequenceParameter } from '#worker/http/parameters.ts';
import { available, HttpProblem, problemResponse } from '#worker/http/responses.ts';
import { bearerKey, clientKey, trialKey } from '#worker/relay/ClientKey.ts';
import { LiveQuery, liveRequestQuery, type RelayRequest } from '#worker/relay/streams.ts';
import { feedStub, relayName, relayStub } from '#worker/stubs.ts';
import { requireKey } from '../http/keys/requireKey.ts';

const LOADS_SECONDS = 5;
/** A relay that was full counts as full for this long, in case the Feed does not know it yet. */
const FULL_FOR_MS = 3_000;
const fullUntilMs = new Map<number, number>();

async function currentLoads(c: Context<{ Bindings: Env }>): Promise<RelayLoads> {
  const response = await edgeCached(c, '/internal/relay-loads', async () => {
    const loads = await feedStub(c.env).relayLoads();
    return Response.json(loads, { headers: { 'cache-control': `public, max-age=${LOADS_SECONDS}` } });
  });
  return await response.json();
}

async function send(env: Env, index: number, request: RelayRequest, signal: AbortSignal): Promise<Response> {
  const url = `https://relay/?${liveRequestQuery(request)}`;
  const response = await available(
    'stream server',
    relayStub(env, relayName(index)).fetch(new Request(url, { signal })),
  );
  if (response.status === 503) fullUntilMs.set(index, systemClock.now() + FULL_FOR_MS);
  else fullUntilMs.delete(index);
  return response;
}

/** A reconnecting browser's `Last-Event-ID` wins over the URL's original `since` (CU3). */
function cursorOf(lastEventId: string | undefined, since: number | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return since;
  const parsed = v.safeParse(SequenceParameter, lastEventId);
  if (parsed.success) return parsed.output;
  throw parameterProblem([{ message: 'format', path: ['Last-Event-ID'] }]);
}

/** The relay's response is passed through unchanged, so no code runs here per message. */
export const live = new Hono<{ Bindings: Env }>().use('/live', requireKey('live')).get(
  '/live',
  describeRoute({
    summary: 'Stream new strikes as server-sent events',
    description:
      'Events: `hello`, `strikes`, `hb` (every 15 s), `reset`, and `away` (last event: reconnect after `retryAfterMs`); see the protocol. Use `bbox` (ids, exact positions) or `cells` (compact columns). To resume, send `since`; browsers send Last-Event-ID automatically.',
    responses: {
      200: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      400: problemResponse('Invalid parameter'),
      429: problemResponse(
        'Replay quota exceeded, or all streams of the key’s plan are open: retry after the Retry-After delay',
      ),
      503: problemResponse('All stream servers are full: retry after the Retry-After delay'),
    },
  }),
  queryOf(LiveQuery),
  async (c) => {
    const { key: _, ...query } = c.req.valid('query');
    const bearer = c.get('bearer');
    const since = cursorOf(c.req.header('last-event-id'), query.since);
    const loads = await available('feed', currentLoads(c));
    const { relayMaxStreams: maxStreams, relayMax: maxRelays } = parseConfig(c.env);
    const nowMs = systemClock.now();
    const isFull = (index: number) => (fullUntilMs.get(index) ?? 0) > nowMs;
    const caller = bearer ? bearerKey(bearer.key) : await clientKey(c.req.header('cf-connecting-ip') ?? '', loads.salt);
    // A client without an address belongs to no network.
    const isTrial = c.get('isTrial') === true && caller.network !== '';
    const client = isTrial ? trialKey(caller) : caller;
    // Trials of a network usually use the same relay, which counts them.
    const random = isTrial ? () => Number.parseInt(caller.network.slice(0, 8), 16) / 2 ** 32 : Math.random;
    const { withRoom, pressed } = drawRelays(loads, { maxStreams, maxRelays }, isFull, random);
    const streams = bearer?.limits.streams;
    const candidates = [
      ...withRoom.map((index) => ({ index, mayDisplace: false })),
      ...pressed.map((index) => ({ index, mayDisplace: true })),
    ];
    let refused: Response | undefined;
    for (const { index, mayDisplace } of candidates) {
      const response = await send(c.env, index, { ...query, since, client, streams, mayDisplace }, c.req.raw.signal);
      if (response.status !== 503) return response;
      await refused?.body?.cancel();
      refused = response;
    }
    return refused ?? new HttpProblem(503, 'busy', 'No stream servers are available.').toResponse();
  },
);
