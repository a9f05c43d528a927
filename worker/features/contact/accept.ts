import { systemClock } from '#shared/Clock.ts';
import type { ContactRequest } from '#shared/contact.ts';
import { DAY_MS } from '#shared/time.ts';
import { dayStartMs } from '#shared/utcDay.ts';
import { type Config, parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { callerAt, verifyTurnstile } from '#worker/http/visitors.ts';
import { notifierOf } from './notifiers.ts';
import { ContactOutbox, LEASE_MS, type LeasedMessage, messageText, type SendDeps, sendLeased } from './outbox.ts';

/** Delivered, or stored and pending. */
export type Accepted = 'delivered' | 'queued';

/** How long a visitor waits for the first attempt. Then the response is `queued` and the attempt continues. */
const TIMEOUT_MS = 4_000;

const RATE_PERIOD_S = 60;

/**
 * Nobody fills in a form in a tenth of a second. Not longer: a restored draft may be sent right away, and a message
 * dropped by mistake is lost without notice.
 */
export const MIN_FILL_MS = 100;

export interface Visitor {
  /** As Cloudflare saw it. */
  readonly address: string;
  readonly host: string;
  readonly defer: (work: Promise<unknown>) => void;
}

/**
 * Filters out bots, applies the limits, stores the message and tries to send it.
 * @throws HttpProblem 400 without a valid Turnstile token, 429 over the minute's limit, 422 if the message was refused,
 * 503 over the day's cap, or if it could not be stored or delivered
 */
export async function acceptRequest(env: Env, visitor: Visitor, request: ContactRequest): Promise<Accepted> {
  const suspect = suspicion(request);
  if (suspect) {
    log('warn', 'contact.refused', { reason: suspect });
    // Same response as a success, so that the sender does not learn what revealed it.
    return 'delivered';
  }
  const config = parseConfig(env);
  const outbox = new ContactOutbox(env.OUTBOX_DB);
  const deps = {
    outbox,
    notifier: notifierOf(config, { fetch: (...call) => fetch(...call), nowMs: () => systemClock.now() }, outbox),
    clock: systemClock,
    random: Math.random,
    log,
    mostADay: config.contactDailyCap,
    email: config.email,
    admit: () => admit(env, config, visitor, request),
    defer: visitor.defer,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  return await acceptMessage(deps, request.id, messageText(request.id, request));
}

export function suspicion({ website, filledMs }: ContactRequest): 'honeypot' | 'too-fast' | undefined {
  if (website !== undefined && website !== '') return 'honeypot';
  return filledMs !== undefined && filledMs < MIN_FILL_MS ? 'too-fast' : undefined;
}

/** If the rate limiter or Turnstile does not respond, visitors are admitted, so that no message is lost. */
async function admit(env: Env, config: Config, { address, host }: Visitor, request: ContactRequest): Promise<void> {
  const { network } = callerAt(address);
  if (network !== '' && !(await withinRate(env.CONTACT_RATE, network))) {
    const detail = 'Too many messages from your network. Try again later.';
    throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: RATE_PERIOD_S });
  }
  const secret = config.turnstileSecret;
  if (secret === undefined) return;
  const { id, turnstileToken: token } = request;
  const challenge = { token, action: 'contact', id, address, host } as const;
  const verdict = await verifyTurnstile({ secret, fetch: (...call) => fetch(...call) }, challenge);
  if (verdict === 'good') return;
  log(verdict === 'unknown' ? 'error' : 'warn', 'contact.turnstile', { reason: verdict });
  if (verdict === 'unknown') return;
  const errors = { turnstileToken: 'proofRequired' };
  throw new HttpProblem(400, 'invalid-body', 'turnstileToken: proofRequired.', { errors });
}

async function withinRate(rate: RateLimit, network: string): Promise<boolean> {
  try {
    return (await rate.limit({ key: network })).success;
  } catch (error) {
    log('error', 'contact.rate', { reason: (error as Error).name });
    return true;
  }
}

export interface AcceptDeps extends SendDeps {
  readonly outbox: Pick<ContactOutbox, 'stateOf' | 'add' | 'revive' | 'recordAttempt'>;
  readonly mostADay: number;
  /** Where to write to instead. */
  readonly email: string;
  /** Rejects with the response for a visitor who is not admitted. */
  admit(): Promise<void>;
  defer(work: Promise<unknown>): void;
  wait(ms: number): Promise<void>;
}

/**
 * Stores the message, then makes the first attempt to send it. The same id gets the same response, except that a dead
 * message is tried again.
 * @throws HttpProblem as `acceptRequest`
 */
export async function acceptMessage(deps: AcceptDeps, id: string, message: string): Promise<Accepted> {
  const known = await deps.outbox.stateOf(id).catch(() => undefined);
  if (known === 'delivered') return 'delivered';
  if (known === 'pending') return 'queued';
  await deps.admit();
  const nowMs = deps.clock.now();
  const storing =
    known === 'dead'
      ? deps.outbox.revive(id, nowMs + LEASE_MS)
      : deps.outbox.add({ id, message, nowMs, mostADay: deps.mostADay });
  const stored = await storing.catch((error: Error) => {
    deps.log('error', 'outbox.unavailable', { reason: error.name });
    return 'unstored' as const;
  });
  if (stored === 'unstored') return await deliverUnstored(deps, message);
  if (stored === 'full') throw fullDay(deps.email, nowMs);
  if (typeof stored === 'object') return await firstTry(deps, stored);
  return stored === 'delivered' ? 'delivered' : 'queued';
}

async function firstTry(deps: AcceptDeps, row: LeasedMessage): Promise<Accepted> {
  const sending = sendLeased(deps, row);
  deps.defer(sending);
  const delivery = await Promise.race([sending, deps.wait(TIMEOUT_MS)]);
  if (delivery?.kind === 'rejected') throw rejected();
  return delivery?.kind === 'delivered' ? 'delivered' : 'queued';
}

async function deliverUnstored({ notifier }: AcceptDeps, message: string): Promise<Accepted> {
  const { kind } = await notifier.send(message);
  if (kind === 'delivered') return 'delivered';
  if (kind === 'rejected') throw rejected();
  const detail = 'The message could not be stored or delivered.';
  throw new HttpProblem(503, 'delivery-failed', detail, { retryAfterSeconds: 30 });
}

/** Not 502: clients retry a 5xx, and this message would be refused again. */
function rejected(): HttpProblem {
  return new HttpProblem(422, 'delivery-failed', 'The message service rejected this message.');
}

function fullDay(email: string, nowMs: number): HttpProblem {
  const detail = `The daily message limit is reached. Write to ${email}, or try again tomorrow.`;
  const retryAfterSeconds = Math.ceil((dayStartMs(nowMs) + DAY_MS - nowMs) / 1000);
  return new HttpProblem(503, 'too-many', detail, { retryAfterSeconds });
}
