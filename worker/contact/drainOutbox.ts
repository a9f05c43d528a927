import type { ContactOutbox, LeasedMessage } from './ContactOutbox.ts';
import { LEASE_MS, type SendDeps, sendLeased } from './sendLeased.ts';

/** A run ends before the next cron trigger, a minute after its own. */
const MAX_RUN_MS = 45_000;
/** Below the 50 outgoing calls that the smallest plan allows, and no flood for a service back from an outage. */
export const MAX_PER_RUN = 40;
/** After this many failures in a row the other side is taken to be down: the remaining rows keep their attempts. */
const MAX_FAILURES_IN_A_ROW = 3;

export interface DrainDeps extends SendDeps {
  readonly outbox: Pick<ContactOutbox, 'leaseDue' | 'recordAttempt'>;
}

/**
 * Sends the due messages one after another. Each row is leased while it is being sent, so concurrent runs and first
 * attempts never send the same row. Returns how many were delivered. Rejects if D1 does not answer.
 */
export async function drainOutbox(deps: DrainDeps): Promise<number> {
  const untilMs = deps.clock.now() + MAX_RUN_MS;
  let delivered = 0;
  let failures = 0;
  for (let tried = 0; tried < MAX_PER_RUN && failures < MAX_FAILURES_IN_A_ROW; tried++) {
    const row = await nextRow(deps, untilMs);
    if (!row) break;
    const { kind } = await sendLeased(deps, row);
    if (kind === 'paused') break;
    if (kind === 'delivered') delivered++;
    failures = kind === 'failed' ? failures + 1 : 0;
  }
  return delivered;
}

async function nextRow({ outbox, clock }: DrainDeps, untilMs: number): Promise<LeasedMessage | undefined> {
  const nowMs = clock.now();
  return nowMs < untilMs ? await outbox.leaseDue(nowMs, nowMs + LEASE_MS) : undefined;
}
