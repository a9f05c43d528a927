import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '#worker/observability/log.ts';
import type { ContactOutbox, LeasedMessage } from './ContactOutbox.ts';
import { shortId } from './messageText.ts';
import type { MessageDelivery, Notifier } from './notifiers.ts';
import { settlement } from './outboxPolicy.ts';

/** Much longer than an attempt takes, but short enough to recover from a crash. */
export const LEASE_MS = 60_000;

export interface SendDeps {
  readonly outbox: Pick<ContactOutbox, 'recordAttempt'>;
  readonly notifier: Notifier;
  readonly clock: Clock;
  /** 0..1 */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Makes one attempt to send a leased row and records the outcome. If recording fails, the lease expires and the message
 * is sent again with the same short id, rather than never. Never rejects.
 */
export async function sendLeased(deps: SendDeps, row: LeasedMessage): Promise<MessageDelivery> {
  const delivery = await deps.notifier.send(row.message);
  const nowMs = deps.clock.now();
  const settled = settlement(delivery, row.attempts + 1, nowMs, deps.random());
  const fields = { message: shortId(row.id), attempts: row.attempts + 1 };
  if (delivery.kind !== 'delivered') {
    const isBlocked = delivery.kind === 'blocked';
    const level = isBlocked || settled.state === 'dead' ? 'error' : 'warn';
    deps.log(level, `outbox.${isBlocked ? 'blocked' : settled.state}`, { ...fields, reason: delivery.reason });
  }
  await deps.outbox.recordAttempt(row, settled, nowMs).catch((error: Error) => {
    deps.log('error', 'outbox.unsettled', { ...fields, reason: error.name });
  });
  return delivery;
}

/** A run ends before the next cron trigger, a minute after its own. */
const MAX_RUN_MS = 45_000;
/** Below the 50 outgoing calls of the smallest plan, and no flood for a service back from an outage. */
export const MAX_PER_RUN = 40;
/** After this many failures in a row the service counts as down, and the remaining rows keep their attempts. */
const MAX_FAILURES_IN_A_ROW = 3;

export interface DrainDeps extends SendDeps {
  readonly outbox: Pick<ContactOutbox, 'leaseDue' | 'recordAttempt'>;
}

/**
 * Sends the due messages one after another. A row is leased while it is sent, so concurrent runs never send it twice.
 * Returns how many were delivered. Rejects if D1 does not answer.
 */
export async function drainOutbox(deps: DrainDeps): Promise<number> {
  const untilMs = deps.clock.now() + MAX_RUN_MS;
  let delivered = 0;
  let failures = 0;
  for (let tried = 0; tried < MAX_PER_RUN && failures < MAX_FAILURES_IN_A_ROW; tried++) {
    const row = await nextRow(deps, untilMs);
    if (!row) break;
    const { kind } = await sendLeased(deps, row);
    if (kind === 'paused' || kind === 'blocked') break;
    if (kind === 'delivered') delivered++;
    failures = kind === 'failed' ? failures + 1 : 0;
  }
  return delivered;
}

async function nextRow({ outbox, clock }: DrainDeps, untilMs: number): Promise<LeasedMessage | undefined> {
  const nowMs = clock.now();
  return nowMs < untilMs ? await outbox.leaseDue(nowMs, nowMs + LEASE_MS) : undefined;
}
