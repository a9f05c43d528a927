import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../observability/log.ts';
import { shortId } from './messageText.ts';
import type { Delivery, Notifier } from './Notifier.ts';
import type { LeasedMessage, OutboxTable } from './OutboxTable.ts';
import { settle } from './outboxPolicy.ts';

/** How long a row belongs to whoever sends it: much longer than a try may take, and soon over where the sender died. */
export const LEASE_MS = 60_000;

export interface SendDeps {
  readonly outbox: Pick<OutboxTable, 'settle'>;
  readonly notifier: Notifier;
  readonly clock: Clock;
  /** 0..1 */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Tries to send a leased row and writes down what came of it. Where that cannot be written the lease runs out and the
 * message is sent again, with the same short id: better twice than never. Never rejects.
 */
export async function sendLeased(deps: SendDeps, row: LeasedMessage): Promise<Delivery> {
  const delivery = await deps.notifier.send(row.message);
  const nowMs = deps.clock.now();
  const settlement = settle(delivery, row.attempts + 1, nowMs, deps.random());
  const fields = { message: shortId(row.id), attempts: row.attempts + 1 };
  if (delivery.kind !== 'delivered') {
    const level = settlement.state === 'dead' ? 'error' : 'warn';
    deps.log(level, `outbox.${settlement.state}`, { ...fields, reason: delivery.reason });
  }
  await deps.outbox.settle(row, settlement, nowMs).catch((error: Error) => {
    deps.log('error', 'outbox.unsettled', { ...fields, reason: error.name });
  });
  return delivery;
}
