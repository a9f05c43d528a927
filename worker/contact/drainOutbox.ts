import type { LeasedMessage, OutboxTable } from './OutboxTable.ts';
import { LEASE_MS, type SendDeps, sendLeased } from './sendLeased.ts';

/** A run ends before the next one begins. */
const RUN_FOR_MS = 45_000;
/** Below the 50 outgoing calls that the smallest plan allows, and no flood for whoever comes back after an outage. */
export const MOST_PER_RUN = 40;
/** So many failures in a row are a far side that is down: the other rows keep their tries for when it is up. */
const FAILURES_MEAN_DOWN = 3;

export interface DrainDeps extends SendDeps {
  readonly outbox: Pick<OutboxTable, 'leaseDue' | 'settle'>;
}

/**
 * Sends what is due, one after the other, each row leased while it is under way: two runs at once, or a run beside a
 * first try, never send one row twice. Returns how many were delivered. Rejects where D1 does not answer.
 */
export async function drainOutbox(deps: DrainDeps): Promise<number> {
  const untilMs = deps.clock.now() + RUN_FOR_MS;
  let delivered = 0;
  let failures = 0;
  for (let tried = 0; tried < MOST_PER_RUN && failures < FAILURES_MEAN_DOWN; tried++) {
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
