import type { Clock } from '#shared/Clock.ts';
import { type NumberedStrike, strikesAt } from '#shared/strike.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import { homeRecord } from './feedStatus.ts';
import { lostByRecord } from './homeCoverage.ts';
import type { FeedLedger } from './ledger.ts';
import { REPAIR_LIMIT_MS } from './plan.ts';

interface Archive {
  /** One transaction, safe to repeat. Records completeness up to `seq` and, with `record`, home. May reject. */
  insert(strikes: readonly NumberedStrike[], seq: number, record?: HomeRecord): Promise<void>;
}

const BATCH = 1_000;
const MAX_WAIT_MS = 30_000;
/** Interval at which home's record is written when no strikes are. */
const RECORD_EVERY_MS = 15_000;

/**
 * Copies numbered strikes to the archive, in order, one batch at a time; the last batch carries home's record. The
 * ledger is the queue: while the archive is unavailable, strikes wait there and live delivery goes on.
 */
export class ArchiveDrain {
  private readonly ledger: FeedLedger;
  private readonly archive: Archive;
  private readonly clock: Clock;
  private readonly log: Log;
  private running: Promise<void> | undefined;
  private failures = 0;
  private notBeforeMs = 0;
  private recorded = { reported: '', atMs: 0 };

  constructor(ledger: FeedLedger, archive: Archive, clock: Clock, log: Log) {
    this.ledger = ledger;
    this.archive = archive;
    this.clock = clock;
    this.log = log;
  }

  /** Does nothing while a run is under way or the last failure is too recent. Never rejects. */
  run(): Promise<void> {
    if (this.clock.now() < this.notBeforeMs) return Promise.resolve();
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** When to try waiting strikes again; undefined if none wait or a run is under way. */
  dueMs(): number | undefined {
    if (this.running) return undefined;
    const { facts, strikes } = this.ledger;
    return facts.read('archivedSeq') < strikes.seq ? this.notBeforeMs : undefined;
  }

  private async drain(): Promise<void> {
    const { facts, strikes } = this.ledger;
    try {
      for (;;) {
        const archivedSeq = facts.read('archivedSeq');
        const batch = strikesAt(strikes.after(archivedSeq, BATCH));
        const seq = batch.at(-1)?.ordinal ?? archivedSeq;
        // Only when all strikes read by now are in this batch or an earlier one may the record be written.
        const record = seq >= strikes.seq ? homeRecord(this.ledger, this.clock.now()) : undefined;
        if (batch.length === 0 && !(record && this.isUpdate(record))) break;
        await this.archive.insert(batch, seq, record);
        facts.write('archivedSeq', seq);
        if (record) this.recorded = { reported: notifierOf(record), atMs: this.clock.now() };
      }
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.notBeforeMs = this.clock.now() + Math.min(MAX_WAIT_MS, 500 * 2 ** this.failures);
      this.log('error', 'archive.insert', { failures: this.failures, reason: (error as Error).message });
    }
  }

  private isUpdate(record: HomeRecord): boolean {
    const { reported, atMs } = this.recorded;
    return notifierOf(record) !== reported || this.clock.now() - atMs >= RECORD_EVERY_MS;
  }
}

/** The part of a record whose changes are written at once. */
function notifierOf({ gaps, cause, completeToMs }: HomeRecord): string {
  return JSON.stringify([gaps, cause, completeToMs === null]);
}

/** The archive's part that recovery reads. Any call may reject. */
interface NumberedHistory {
  seq(): Promise<number>;
  record(): Promise<HomeRecord>;
  /** Highest ordinal first. */
  numberedBefore(ordinal: number, limit: number): Promise<NumberedStrike[]>;
}

const PAGE = 2_000;

/**
 * Fills an empty ledger with the archive's numbers, so that a Feed that lost its storage gives no number twice and no
 * strike two numbers. Does nothing if the ledger has a seq. Rejects if the archive does.
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
