import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { systemClock } from '#shared/Clock.ts';
import { type KeyScope, PLANS } from '#shared/plans.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import {
  hashOf,
  isKeyText,
  KeyTable,
  type KeyVerdict,
  keyStatus,
  RecentKeys,
  sentKey,
} from '#worker/http/keys/apiKeys.ts';
import { Bearer, CallPace } from '#worker/http/keys/Bearer.ts';
import { isOwnCall, needOf, planRequired, publicAccess } from '#worker/http/keys/publicAccess.ts';
import { QuotaLease } from '#worker/http/keys/unitMeter.ts';
import { log } from '#worker/http/outbound/log.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import { available, HttpProblem } from '#worker/http/responses.ts';
import { type Caller, callerAt } from '#worker/http/visitors.ts';
import { keyMeterStub } from '#worker/stubs.ts';

type Refused = Exclude<KeyVerdict, 'good'> | 'malformed';

const DETAILS: Readonly<Record<Exclude<Refused, 'out-of-scope'>, string>> = {
  malformed: 'Malformed API key: expected blk_, 8 hex digits, _ and 40 hex digits, the last 8 of which are a checksum.',
  unknown: 'Unknown API key.',
  revoked: 'This API key has been revoked.',
  expired: 'This API key has expired.',
};

function keyRefusal(refused: Refused, scope: KeyScope): HttpProblem {
  const challenge = (text: string) => ({ headers: { 'WWW-Authenticate': `Bearer ${text}` } });
  if (refused === 'out-of-scope') {
    const detail = `This API key lacks the scope ${scope}.`;
    return new HttpProblem(403, 'missing-scope', detail, challenge(`error="insufficient_scope", scope="${scope}"`));
  }
  return new HttpProblem(401, 'invalid-key', DETAILS[refused], challenge('error="invalid_token"'));
}

declare module 'hono' {
  interface ContextVariableMap {
    bearer: Bearer | undefined;
    /** Called without a key, within `TRIAL`. */
    isTrial: boolean | undefined;
  }
}

type ApiContext = Context<{ Bindings: Env }>;

const watchlist = new RecentKeys(systemClock);
const MAX_ACCOUNTS = 1_000;
const spendings = new Map<string, Spending>();

interface Spending {
  readonly lease: QuotaLease;
  readonly pace: CallPace;
}
/** Unknown keys that a host may try: `LOOKUP_RATE`'s ten a minute. Then it gets 429; valid keys still work. */
const guesses = new RateBudget({ what: 'invalid keys', costAUnit: 1, clock: systemClock, log });

/** Units of `TRIAL`, counted by `TRIAL_RATE`. */
const trials = new RateBudget({ what: 'requests without a key', costAUnit: 1, clock: systemClock, log });

const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

function spendingOf(account: string): Spending {
  const known = spendings.get(account);
  if (known) return known;
  if (spendings.size >= MAX_ACCOUNTS) spendings.clear();
  const lease = new QuotaLease({ name: crypto.randomUUID(), clock: systemClock, pause, log });
  const spending = { lease, pace: new CallPace(systemClock) };
  spendings.set(account, spending);
  return spending;
}

/** @throws HttpProblem 429 after too many unknown keys from the same host */
async function countGuess(c: ApiContext): Promise<void> {
  const { network, host } = callerAt(c.req.header('cf-connecting-ip'));
  if (host === '') return;
  const guesser = { network: `key ${network}`, host: `key ${host}` };
  guesses.check(guesser);
  await guesses.charge(c.env.LOOKUP_RATE, guesser, 1);
}

/** @throws HttpProblem 401 or 403 if the key is not valid for `scope`; 429 for an unknown one after too many */
async function bearerOf(c: ApiContext, text: string, scope: KeyScope): Promise<Bearer> {
  if (!isKeyText(text)) throw keyRefusal('malformed', scope);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const load = (hash: string) => new KeyTable(c.env.OUTBOX_DB).byHash(hash);
  const record = await available('key store', watchlist.find(hashOf(text), load, defer));
  const verdict = keyStatus(record, scope, systemClock.now());
  if (verdict === 'unknown') await countGuess(c);
  if (!record || verdict !== 'good') throw keyRefusal(verdict === 'good' ? 'unknown' : verdict, scope);
  const meter = keyMeterStub(c.env, record.account);
  return new Bearer(record, {
    ...spendingOf(record.account),
    pause,
    request: (draw, quotaUpdate) => meter.draw(draw, quotaUpdate, PLANS[record.plan].api.unitsAMinute),
    defer,
  });
}

/** Charges work already done to the network's trial, if the call is part of one. */
export async function chargeTrial(c: ApiContext, units: number): Promise<void> {
  if (!c.get('isTrial')) return;
  await trials.charge(c.env.TRIAL_RATE, callerAt(c.req.header('cf-connecting-ip')), units);
}

/** True if a route handles the path, not counting middleware, whose paths end in a star. */
const isAnswered = (c: ApiContext) => matchedRoutes(c).some(({ path }) => !path.endsWith('*'));

/** @throws HttpProblem 401 if the call needs a key, 429 if the network's trial is used up */
async function admitWithoutKey(c: ApiContext): Promise<void> {
  const { apiAccess, publicOrigin } = parseConfig(c.env);
  // A browser's preflight sends no key and reads nothing.
  if (apiAccess === 'open' || c.req.method === 'OPTIONS') return;
  const { searchParams } = new URL(c.req.url);
  const need = needOf(c.req.path.slice(API_ROOT.length), searchParams, systemClock.now());
  const access = publicAccess(apiAccess, isOwnCall(c.req.raw.headers, c.req.url), need);
  // A mistyped path gets a 404: no plan would help.
  if (access === 'free' || !isAnswered(c)) return;
  if (access === 'plan-required') throw planRequired(need, publicOrigin);
  c.set('isTrial', true);
  const caller = callerAt(c.req.header('cf-connecting-ip'));
  trials.check(caller);
  await chargeTrial(c, 1);
  trials.check(caller);
}

/**
 * Middleware of calls that take a key. Without a key, `publicAccess` decides. With a valid key the call is charged; its
 * response has the remaining units in headers and is private.
 */
export function requireKey(scope: KeyScope): MiddlewareHandler<{ Bindings: Env }> {
  return async (c, next) => {
    const text = sentKey(c.req.raw, scope);
    if (text === undefined) {
      await admitWithoutKey(c);
      return next();
    }
    const bearer = await bearerOf(c, text, scope);
    await bearer.payCall();
    c.set('bearer', bearer);
    await next();
    // The relay's stream response stays unchanged.
    if (scope === 'live') return;
    for (const [name, value] of Object.entries(bearer.headers)) if (!c.res.headers.has(name)) c.header(name, value);
    const caching = c.res.headers.get('cache-control');
    if (caching?.startsWith('public')) c.header('cache-control', caching.replace('public', 'private'));
  };
}

export function callerOf(c: ApiContext): Caller {
  const bearer = c.get('bearer');
  return bearer ? { network: bearer.name, host: bearer.name } : callerAt(c.req.header('cf-connecting-ip'));
}
