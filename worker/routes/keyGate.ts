import type { Context, MiddlewareHandler } from 'hono';
import { type KeyScope, PLANS } from '#shared/plans.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { available } from '#worker/http/available.ts';
import { type Caller, callerAt } from '#worker/http/clientNetworks.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import { Bearer, CallPace } from '#worker/keys/Bearer.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { KeyTable, type KeyVerdict, keyVerdict } from '#worker/keys/KeyTable.ts';
import { isKeyText, sentKey } from '#worker/keys/keyText.ts';
import { RecentKeys } from '#worker/keys/RecentKeys.ts';
import { UnitPurse } from '#worker/keys/UnitPurse.ts';
import { keyMeterStub } from '#worker/objects/objectStubs.ts';
import { log } from '#worker/observability/log.ts';
import type { Env } from '#worker/settings/Env.ts';

type Refused = Exclude<KeyVerdict, 'good'> | 'malformed';

const DETAILS: Readonly<Record<Exclude<Refused, 'out-of-scope'>, string>> = {
  malformed:
    'The key is malformed: it must be blk_, 8 hex digits, _ and 40 hex digits, the last 8 of which check the others.',
  unknown: 'Nobody has this key.',
  revoked: 'The key was revoked.',
  expired: 'The key has expired.',
};

function keyRefusal(refused: Refused, scope: KeyScope): HttpProblem {
  const challenge = (text: string) => ({ headers: { 'WWW-Authenticate': `Bearer ${text}` } });
  if (refused === 'out-of-scope') {
    const detail = `The key lacks the scope ${scope}.`;
    return new HttpProblem(403, 'missing-scope', detail, challenge(`error="insufficient_scope", scope="${scope}"`));
  }
  return new HttpProblem(401, 'invalid-key', DETAILS[refused], challenge('error="invalid_token"'));
}

declare module 'hono' {
  interface ContextVariableMap {
    bearer: Bearer | undefined;
  }
}

type ApiContext = Context<{ Bindings: Env }>;

const book = new RecentKeys(systemClock);
const MAX_ACCOUNTS = 1_000;
const spendings = new Map<string, Spending>();

interface Spending {
  readonly purse: UnitPurse;
  readonly pace: CallPace;
}
/** Unknown keys a host may try: `LOOKUP_RATE`'s ten a minute. Then it gets 429; good keys still work. */
const guesses = new RateBudget({ what: 'wrong keys', costAUnit: 1, clock: systemClock, log });

const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

function spendingOf(account: string): Spending {
  const known = spendings.get(account);
  if (known) return known;
  if (spendings.size >= MAX_ACCOUNTS) spendings.clear();
  const purse = new UnitPurse({ name: crypto.randomUUID(), clock: systemClock, pause, log });
  const spending = { purse, pace: new CallPace(systemClock) };
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

/** @throws HttpProblem 401 or 403 if the key is not good for `scope`; 429 for an unknown one after too many */
async function bearerOf(c: ApiContext, text: string, scope: KeyScope): Promise<Bearer> {
  if (!isKeyText(text)) throw keyRefusal('malformed', scope);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const load = (hash: string) => new KeyTable(c.env.OUTBOX_DB).byHash(hash);
  const record = await available('register of keys', book.find(hashOf(text), load, defer));
  const verdict = keyVerdict(record, scope, systemClock.now());
  if (verdict === 'unknown') await countGuess(c);
  if (!record || verdict !== 'good') throw keyRefusal(verdict === 'good' ? 'unknown' : verdict, scope);
  const meter = keyMeterStub(c.env, record.account);
  return new Bearer(record, {
    ...spendingOf(record.account),
    pause,
    ask: (draw, news) => meter.draw(draw, news, PLANS[record.plan].unitsAMinute),
    defer,
  });
}

/**
 * Middleware of calls that take a key. Without one the call goes on unchanged; with a good one it is paid for, and its
 * answer says what is left and is private.
 */
export function keyGate(scope: KeyScope): MiddlewareHandler<{ Bindings: Env }> {
  return async (c, next) => {
    const text = sentKey(c.req.raw, scope);
    if (text === undefined) return next();
    const bearer = await bearerOf(c, text, scope);
    await bearer.payCall();
    c.set('bearer', bearer);
    await next();
    // The stream stays as the relay made it.
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
