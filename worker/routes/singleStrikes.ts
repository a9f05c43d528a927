import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import { type Clock, systemClock } from '#shared/time/Clock.ts';
import { strikePath } from '#shared/wire/apiPaths.ts';
import { NumberedStrikeBody } from '#shared/wire/StrikeBody.ts';
import { keptSinceMs } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available } from '#worker/http/available.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { InstantParameter, OrdinalParameter, PlaceParameter, StrikeIdParameter } from '#worker/http/parameters.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import { feedStub } from '#worker/objects/objectStubs.ts';
import { log } from '#worker/observability/log.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { attributionBody, attributionMember } from './attribution.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { strikeJson } from './formatStrikes.ts';
import { callerOf } from './keyGate.ts';
import { NoQuery, pathParametersOf, queryOf } from './queryOf.ts';

const SingleStrikeBody = v.object({ ...NumberedStrikeBody.entries, attribution: attributionMember });

const MAX_MARKS = 1_000;

/** Facts that hold for a while: in this isolate's memory and in this data centre's cache. */
class EdgeMarks {
  private readonly forMs: number;
  private readonly clock: Clock;
  private readonly untilMs = new Map<string, number>();

  constructor(forMs: number, clock: Clock) {
    this.forMs = forMs;
    this.clock = clock;
  }

  /** `key` is a URL. */
  async has(key: string): Promise<boolean> {
    if ((this.untilMs.get(key) ?? 0) > this.clock.now()) return true;
    return (await caches.default.match(key)) !== undefined;
  }

  async mark(key: string): Promise<void> {
    this.untilMs.delete(key);
    this.untilMs.set(key, this.clock.now() + this.forMs);
    const [oldest] = this.untilMs.keys();
    if (this.untilMs.size > MAX_MARKS && oldest !== undefined) this.untilMs.delete(oldest);
    const headers = { 'cache-control': `public, max-age=${Math.ceil(this.forMs / 1000)}` };
    await caches.default.put(key, new Response(null, { headers }));
  }
}

/** A shared link's hints, by which the provider can find a strike that was never archived. */
const HintQuery = v.strictObject({ at: v.optional(InstantParameter), ll: v.optional(PlaceParameter) });

const CACHE_FOUND = 'public, max-age=86400';
const BUSY_RETRY_S = 5;
/** A strike's time may be a little ahead of our clock. */
const AHEAD_MS = 5 * 60_000;

/** Strikes that the provider did not know a moment ago, each with its hint. */
const unknownStrikes = new EdgeMarks(60_000, systemClock);

const lookUps = new RateBudget({ what: 'look-ups', costAUnit: 1, clock: systemClock, log });

type StrikeContext = Context<{ Bindings: Env }>;

const keptSince = (c: StrikeContext) => keptSinceMs(parseConfig(c.env).historyDays, systemClock.now());

/** At most once a minute for each hint, charged to the client. */
async function findAtProvider(c: StrikeContext, id: string, hint: StrikeHint): Promise<NumberedStrike | undefined> {
  if (hint.atMs < keptSince(c) || hint.atMs > systemClock.now() + AHEAD_MS) return undefined;
  const mark = `${new URL(c.req.url).origin}/internal/unknown${strikePath(id, hint)}`;
  if (await unknownStrikes.has(mark)) return undefined;
  const client = callerOf(c);
  lookUps.check(client);
  await lookUps.charge(c.env.LOOKUP_RATE, client, 1);
  lookUps.check(client);
  const found = await available('feed', feedStub(c.env).find(id, hint));
  if (found === 'busy') {
    throw new HttpProblem(503, 'busy', 'Try again in a moment.', { retryAfterSeconds: BUSY_RETRY_S });
  }
  if (found !== 'unknown') return found;
  c.executionCtx.waitUntil(unknownStrikes.mark(mark));
  return undefined;
}

export const singleStrikes = new Hono<{ Bindings: Env }>()
  .get(
    '/strikes/by-ordinal/:ordinal',
    describeRoute({
      summary: 'One strike by its ordinal',
      responses: {
        200: jsonAnswer('The strike', SingleStrikeBody),
        404: problemAnswer('No such strike'),
        503: problemAnswer('The archive does not answer: wait for Retry-After seconds'),
      },
    }),
    pathParametersOf(v.strictObject({ ordinal: OrdinalParameter })),
    queryOf(NoQuery),
    async (c) => {
      const { ordinal } = c.req.valid('param');
      const strike = await available('archive', new StrikeArchive(c.env.DB).byOrdinal(ordinal));
      if (!strike || strike.atMs < keptSince(c)) throw new HttpProblem(404, 'not-found', 'No strike has this ordinal.');
      return c.json({ ...strikeJson(strike), ordinal, ...attributionBody(c.env) }, 200, {
        'cache-control': CACHE_FOUND,
      });
    },
  )
  .get(
    '/strikes/:id',
    describeRoute({
      summary: "One strike by the provider's id",
      description:
        'With `at` and `ll`, the time and place in a shared link, a strike missing from the archive is also looked up at the provider, for each network a few times a minute. What the provider does not know is not asked again for a minute.',
      responses: {
        200: jsonAnswer('The strike', SingleStrikeBody),
        404: problemAnswer('No such strike, or it is older than the archive keeps'),
        429: problemAnswer('Too many look-ups from your network: wait for Retry-After seconds'),
        503: problemAnswer('Others are being looked up, or a part does not answer: wait for Retry-After seconds'),
      },
    }),
    pathParametersOf(v.strictObject({ id: StrikeIdParameter })),
    queryOf(HintQuery),
    async (c) => {
      const { id } = c.req.valid('param');
      const { at, ll } = c.req.valid('query');
      const archived = await available('archive', new StrikeArchive(c.env.DB).byId(id));
      const hint = at !== undefined && ll ? { atMs: at, ...ll } : undefined;
      const strike = archived ?? (hint && (await findAtProvider(c, id, hint)));
      if (!strike || strike.atMs < keptSince(c)) throw new HttpProblem(404, 'not-found', 'No strike has this id.');
      return c.json({ ...strikeJson(strike), ordinal: strike.ordinal, ...attributionBody(c.env) }, 200, {
        'cache-control': CACHE_FOUND,
      });
    },
  );
