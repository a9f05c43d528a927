import type { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HttpProblem } from '../http/HttpProblem.ts';
import { log } from '../observability/log.ts';
import { parseConfig } from '../settings/config.ts';
import type { Env } from '../settings/Env.ts';
import { acceptMessage, type Desk, type Refusal } from './acceptMessage.ts';
import { clientKey } from './clientAddress.ts';
import { messageText } from './messageText.ts';
import { notifierOf } from './notifierOf.ts';
import { OutboxTable } from './OutboxTable.ts';
import { suspicion } from './suspicion.ts';
import { verifyTurnstile } from './verifyTurnstile.ts';

const RATE_PERIOD_S = 60;

/** Where the counter of requests is away, visitors are let in: the daily cap still stands. */
async function tooOften(rate: RateLimit, address: string): Promise<boolean> {
  try {
    return !(await rate.limit({ key: clientKey(address) })).success;
  } catch (error) {
    log('error', 'contact.rate', { reason: (error as Error).name });
    return false;
  }
}

/** Why the visitor may not send: too much of it, or no proof of a person where the site asks for one. */
async function refusalOf(env: Env, visitor: Visitor, request: ContactRequest): Promise<Refusal | undefined> {
  const { address, host } = visitor;
  if (await tooOften(env.CONTACT_RATE, address)) return { kind: 'limited', by: 'address', retryAfterS: RATE_PERIOD_S };
  const secret = parseConfig(env).turnstileSecret;
  if (secret === undefined) return undefined;
  const { id, turnstileToken: token } = request;
  const verdict = await verifyTurnstile({ secret, fetch: (...call) => fetch(...call) }, { token, id, address, host });
  // Where Turnstile is away, visitors are let in: the limits still stand, and no message is lost to it.
  if (verdict === 'unknown') log('error', 'contact.turnstile', { reason: 'no answer' });
  return verdict === 'refused' ? { kind: 'unproven' } : undefined;
}

function deskOf(env: Env, visitor: Visitor, request: ContactRequest): Desk {
  const config = parseConfig(env);
  return {
    outbox: new OutboxTable(env.DB),
    notifier: notifierOf(config, { fetch: (...call) => fetch(...call), nowMs: () => systemClock.now() }),
    clock: systemClock,
    random: Math.random,
    log,
    dailyCap: config.contactDailyCap,
    refusal: () => refusalOf(env, visitor, request),
    defer: visitor.defer,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function problemOf(refusal: Refusal): HttpProblem {
  switch (refusal.kind) {
    case 'unproven':
      return new HttpProblem(400, 'invalid-body', 'turnstileToken: proofRequired.', {
        errors: { turnstileToken: 'proofRequired' },
      });
    case 'rejected':
      // Not 502: whoever repeats calls that end with 500 and above would only be refused again.
      return new HttpProblem(422, 'delivery-failed', 'The message service refuses this message.');
    case 'lost':
      return new HttpProblem(503, 'delivery-failed', 'The message could be neither stored nor delivered.', {
        retryAfterSeconds: 30,
      });
    case 'limited': {
      const whose = refusal.by === 'address' ? 'from your network just now' : 'today';
      const retryAfterSeconds = refusal.retryAfterS;
      return new HttpProblem(429, 'rate-limited', `Too many messages were sent ${whose}.`, { retryAfterSeconds });
    }
  }
}

export interface Visitor {
  /** As Cloudflare saw it. */
  readonly address: string;
  /** Host name of the site that they see. */
  readonly host: string;
  /** Lets work outlive the visitor's request. */
  readonly defer: Desk['defer'];
}

/**
 * Takes the request in.
 * @throws HttpProblem 400 where a proof is missing, 429 where too much is sent, 422 or 503 where the message could not be passed on
 */
export async function takeIn(env: Env, visitor: Visitor, request: ContactRequest): Promise<'delivered' | 'queued'> {
  const suspect = suspicion(request);
  if (suspect) {
    // A machine that is told why it was turned away does better next time.
    log('warn', 'contact.suspect', { reason: suspect });
    return 'delivered';
  }
  const desk = deskOf(env, visitor, request);
  const acceptance = await acceptMessage(desk, request.id, messageText(request.id, request));
  if (acceptance.kind === 'delivered' || acceptance.kind === 'queued') return acceptance.kind;
  throw problemOf(acceptance);
}
