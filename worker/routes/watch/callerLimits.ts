import { callerAt, clientNetworks, NOBODY } from '#worker/http/clientNetworks.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { verifyTurnstile } from '#worker/http/visitors.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { watchStub } from '#worker/objects/objectStubs.ts';
import { log } from '#worker/observability/log.ts';
import { withTimeout } from '#worker/relay/withTimeout.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import type { GivenTo } from '#worker/watch/operations/operations.ts';

/** Counting must not keep an owner from being answered. */
const COUNT_WITHIN_MS = 1_000;

/** The caller's wide network; '' on a developer's machine. */
export function networkOf(request: Request): string {
  const address = addressOf(request);
  return callerAt(address) === NOBODY ? '' : clientNetworks(address).wide;
}

/**
 * Limits a network's new watchbooks a minute, except a developer's machine's, and asks for a proof of a person.
 * @throws HttpProblem 429 over the limit; 400 without a valid Turnstile token
 */
export async function admitNewBook(env: Env, request: Request, token: string | undefined): Promise<void> {
  await checkRate(env, networkOf(request));
  const secret = parseConfig(env).turnstileSecret;
  if (secret === undefined) return;
  const proof = {
    token,
    action: 'watch',
    id: crypto.randomUUID(),
    address: addressOf(request),
    host: new URL(request.url).hostname,
  } as const;
  const verdict = await verifyTurnstile({ secret, fetch: (...call) => fetch(...call) }, proof);
  // If Turnstile does not answer, visitors are let through: the limits still apply.
  if (verdict === 'unknown') log('error', 'watch.turnstile', { reason: 'no answer' });
  if (verdict !== 'refused') return;
  const errors = { turnstileToken: 'proofRequired' };
  throw new HttpProblem(400, 'invalid-body', 'turnstileToken: proofRequired.', { errors });
}

/**
 * True if the caller's network may have the webhooks tried that the request would try. A domain is counted in one
 * object for all books: else sixteen shards were sixteen shares. Where no network is known, or where that object does
 * not answer, each book's own object counts alone.
 */
export async function mayTryHooks(env: Env, request: Request, ...asked: GivenTo<'domainsTried'>): Promise<boolean> {
  const network = networkOf(request);
  if (network === '') return true;
  const [book] = asked;
  const domains = await watchStub(env, shardOf(book))
    .ask('domainsTried', ...asked)
    .catch(() => []);
  const counted = domains.map((domain) => watchStub(env, shardOf(hashOf(domain))).ask('countTry', domain, network));
  const answers = await Promise.all(counted.map((one) => withTimeout(COUNT_WITHIN_MS, one).catch(() => true)));
  return answers.every(Boolean);
}

function addressOf(request: Request): string {
  return request.headers.get('cf-connecting-ip') ?? '';
}

async function checkRate(env: Env, network: string): Promise<void> {
  if (network === '') return;
  const { success } = await env.WATCH_RATE.limit({ key: network });
  if (success) return;
  throw new HttpProblem(429, 'rate-limited', 'Your network makes too many watchbooks.', { retryAfterSeconds: 60 });
}
