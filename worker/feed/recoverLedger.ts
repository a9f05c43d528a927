import type { NumberedStrike } from '#shared/strike.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { lostByRecord } from './coverage/lostTime.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';

/** The archive, as far as recovery reads it. Any call may reject. */
export interface NumberedHistory {
  /** The highest ordinal up to which the archive is complete. */
  seq(): Promise<number>;
  /** What was read of home. */
  record(): Promise<HomeRecord>;
  /** The strikes numbered before `ordinal`, highest first, at most `limit`. */
  numberedBefore(ordinal: number, limit: number): Promise<NumberedStrike[]>;
}

const PAGE = 2_000;

/**
 * Fills an empty ledger with the numbers in the archive, so that a Feed that lost its storage does not give a number
 * twice or a strike two numbers. Does nothing if the ledger already has a seq. Rejects if the archive does.
 */
export async function recoverLedger(ledger: FeedLedger, history: NumberedHistory, nowMs: number): Promise<void> {
  if (ledger.facts.read('seq') !== undefined) return;
  const [seq, record] = await Promise.all([history.seq(), history.record()]);
  const pages: NumberedStrike[] = [];
  for (let before = seq + 1; before > 1; ) {
    const page = await history.numberedBefore(before, PAGE);
    const recent = page.filter((strike) => strike.atMs >= nowMs - REPAIR_LIMIT_MS);
    pages.push(...recent);
    if (recent.length === 0) break;
    before = page.at(-1)?.ordinal ?? 0;
  }
  ledger.transaction(() => {
    const ascending = pages.reverse();
    for (let at = 0; at < ascending.length; at += PAGE) ledger.strikes.remember(ascending.slice(at, at + PAGE), nowMs);
    ledger.facts.write('lost', lostByRecord(record));
    ledger.facts.write('seq', seq);
    ledger.facts.write('archivedSeq', seq);
  });
}
