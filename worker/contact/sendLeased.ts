import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '#worker/observability/log.ts';
import type { ContactOutbox, LeasedMessage } from './ContactOutbox.ts';
import { shortId } from './messageText.ts';
import type { Delivery, Notifier } from './notifiers.ts';
import { settlement } from './outboxPolicy.ts';

/** How long a sender holds a row: much longer than an attempt takes, but short enough to recover from a crash. */
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
 * is sent again with the same short id: better twice than never. Never rejects.
 */
export async function sendLeased(deps: SendDeps, row: LeasedMessage): Promise<Delivery> {
  const delivery = await deps.notifier.send(row.message);
  const nowMs = deps.clock.now();
  const settled = settlement(delivery, row.attempts + 1, nowMs, deps.random());
  const fields = { message: shortId(row.id), attempts: row.attempts + 1 };
  if (delivery.kind !== 'delivered') {
    const level = settled.state === 'dead' ? 'error' : 'warn';
    deps.log(level, `outbox.${settled.state}`, { ...fields, reason: delivery.reason });
  }
  await deps.outbox.recordAttempt(row, settled, nowMs).catch((error: Error) => {
    deps.log('error', 'outbox.unsettled', { ...fields, reason: error.name });
  });
  return delivery;
}
