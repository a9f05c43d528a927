import type { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { clientNetworks } from '#worker/http/clientNetworks.ts';
import { log } from '#worker/observability/log.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import {
  type AcceptDeps,
  type Accepted,
  type Admitted,
  acceptMessage,
  type ContactRefusal,
  problemOf,
} from './acceptMessage.ts';
import { ContactOutbox } from './ContactOutbox.ts';
import { suspicion } from './gate.ts';
import { messageText } from './messageText.ts';
import { notifierOf } from './notifiers.ts';
import { countRefusal } from './refusals.ts';
import { verifyTurnstile } from './verifyTurnstile.ts';

const RATE_PERIOD_S = 60;

/** If the rate limiter does not answer, visitors are let through: the limits of the day still apply. */
async function tooOften(rate: RateLimit, address: string): Promise<boolean> {
  try {
    return !(await rate.limit({ key: clientNetworks(address).near })).success;
  } catch (error) {
    log('error', 'contact.rate', { reason: (error as Error).name });
    return false;
  }
}

async function gateFor(env: Env, visitor: Visitor, request: ContactRequest): Promise<Admitted | ContactRefusal> {
  const { address, host } = visitor;
  if (await tooOften(env.CONTACT_RATE, address)) return { kind: 'limited', by: 'address', retryAfterS: RATE_PERIOD_S };
  const secret = parseConfig(env).turnstileSecret;
  if (secret === undefined) return { kind: 'admitted', proven: false };
  const { id, turnstileToken: token } = request;
  const proof = { token, action: 'contact', id, address, host } as const;
  const verdict = await verifyTurnstile({ secret, fetch: (...call) => fetch(...call) }, proof);
  // If Turnstile does not answer, visitors are let through unproven: the limits still apply, and no message is lost.
  if (verdict === 'unknown') log('error', 'contact.turnstile', { reason: 'no answer' });
  return verdict === 'refused' ? { kind: 'unproven' } : { kind: 'admitted', proven: verdict === 'good' };
}

function depsOf(env: Env, visitor: Visitor, request: ContactRequest): AcceptDeps {
  const config = parseConfig(env);
  const outbox = new ContactOutbox(env.OUTBOX_DB);
  return {
    outbox,
    notifier: notifierOf(config, { fetch: (...call) => fetch(...call), nowMs: () => systemClock.now() }, outbox),
    clock: systemClock,
    random: Math.random,
    log,
    dailyCap: config.contactDailyCap,
    networks: visitor.address === '' ? undefined : clientNetworks(visitor.address),
    gate: () => gateFor(env, visitor, request),
    defer: visitor.defer,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

export interface Visitor {
  /** As Cloudflare saw it. */
  readonly address: string;
  readonly host: string;
  readonly defer: AcceptDeps['defer'];
}

/**
 * Filters out machines, applies the limits, stores the message and tries to send it.
 * @throws ContactProblem 400 without a valid Turnstile token, 429 over a limit, 422 if the message was refused, 503 if
 * it could not be stored or delivered
 */
export async function acceptRequest(env: Env, visitor: Visitor, request: ContactRequest): Promise<Accepted['kind']> {
  const suspect = suspicion(request);
  if (suspect) {
    // Answered like a success, so that the sender does not learn what gave it away.
    countRefusal(env, suspect, visitor.defer);
    return 'delivered';
  }
  const deps = depsOf(env, visitor, request);
  const acceptance = await acceptMessage(deps, request.id, messageText(request.id, request));
  switch (acceptance.kind) {
    case 'delivered':
    case 'queued':
    case 'deferred':
      return acceptance.kind;
    default:
      throw problemOf(acceptance);
  }
}
