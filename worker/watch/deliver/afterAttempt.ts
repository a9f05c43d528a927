import type { Attempt } from './Attempt.ts';
import type { Delivery } from './Delivery.ts';
import type { Recipient } from './Recipient.ts';

const RETRY_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** So many attempts in a row fail before a recipient is said to be failing. */
const FAILING_AFTER = 3;

/** A delivery and its recipient after an attempt. */
export interface Outcome {
  readonly delivery: Delivery;
  readonly recipient: Recipient;
}

/**
 * What an attempt makes of the delivery and its recipient. Who is gone for good is dead; everybody else is tried again, 1,
 * 2, 4 … 60 s later or when the far side says, until the message is worth nothing more. A challenge or a test is never
 * sent again to a far side that answered: anybody can name a host that never asked for them.
 */
export function afterAttempt(delivery: Delivery, recipient: Recipient, attempt: Attempt, nowMs: number): Outcome {
  const tried: Delivery = { ...delivery, attempts: delivery.attempts + 1, leasedMs: 0 };
  if (attempt.kind === 'accepted' && isAnswered(delivery, attempt.answer)) {
    const isProof = recipient.target.channel !== 'push';
    const confirmedMs = recipient.target.channel === 'webhook' ? nowMs : null;
    const state = confirmedMs === null ? 'sent' : 'confirmed';
    return {
      delivery: { ...tried, state, sentMs: nowMs, confirmedMs, body: null, reason: null },
      recipient: {
        ...recipient,
        failures: 0,
        ...(delivery.summary.type === 'watch.challenge' ? { echoedMs: nowMs } : {}),
        ...(isProof
          ? { okMs: nowMs, state: 'proven' }
          : recipient.state === 'failing'
            ? { state: stateOf(recipient) }
            : {}),
      },
    };
  }
  const reason = reasonOf(attempt);
  if (isGone(recipient, attempt)) {
    return {
      delivery: { ...tried, state: 'dead', body: null, reason },
      recipient: { ...recipient, state: 'dead', failures: recipient.failures + 1 },
    };
  }
  const told = attempt.kind === 'refused' ? attempt.retryAfterMs : undefined;
  const waitMs = told ?? RETRY_WAITS_MS[delivery.attempts] ?? 60_000;
  const isAsked = delivery.summary.type === 'watch.challenge' || delivery.summary.type === 'watch.test';
  const isOver = nowMs + waitMs >= delivery.expiresMs || (isAsked && attempt.kind !== 'unreachable');
  const failures = recipient.failures + 1;
  const isFailing = failures >= FAILING_AFTER && recipient.state === 'proven';
  return {
    delivery: { ...tried, reason, nextMs: nowMs + waitMs, ...(isOver ? { state: 'dead', body: null } : {}) },
    recipient: { ...recipient, failures, ...(isFailing ? { state: 'failing' } : {}) },
  };
}

function stateOf({ okMs }: Recipient): 'proven' | 'unproven' {
  return okMs === null ? 'unproven' : 'proven';
}

/** A challenge is answered by itself alone: whoever takes everything proves nothing. */
function isAnswered({ summary, body }: Delivery, answer: string | undefined): boolean {
  if (summary.type !== 'watch.challenge') return true;
  try {
    const { data } = JSON.parse(body ?? '') as { data: { challenge?: string } };
    const { challenge } = JSON.parse(answer ?? '') as { challenge?: unknown };
    return challenge !== undefined && challenge === data.challenge;
  } catch {
    return false;
  }
}

/** A push service says 404 or 410 of a subscription that ended, a webhook 410, Telegram 403 where the bot is blocked. */
function isGone({ target }: Recipient, attempt: Attempt): boolean {
  if (attempt.kind !== 'refused') return false;
  const { status } = attempt;
  if (target.channel === 'push') return status === 404 || status === 410;
  return target.channel === 'webhook' ? status === 410 : status === 403;
}

function reasonOf(attempt: Attempt): string {
  if (attempt.kind === 'accepted') return 'challenge not echoed';
  return attempt.kind === 'refused' ? `status ${attempt.status}` : attempt.reason;
}
