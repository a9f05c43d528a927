import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import type { Log } from '#worker/observability/log.ts';
import { homeRecord } from './describeFeed.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';

/** What the drain needs of the archive. */
export interface Archive {
  /**
   * Inserts the strikes, records the archive as complete up to `seq` and, with `record`, what was read of home: one
   * transaction, safe to repeat. May reject.
   */
  insert(strikes: readonly NumberedStrike[], seq: number, record?: HomeRecord): Promise<void>;
}

const BATCH = 1_000;
const MAX_WAIT_MS = 30_000;
/** How up to date home is, is written this often while nothing else is. */
const RECORD_EVERY_MS = 15_000;

/**
 * Copies numbered strikes to the archive, in order, one batch at a time, and what was read of home with the last. The ledger is the queue: while the archive is
 * unavailable, strikes wait there and live delivery goes on.
 */
export class ArchiveDrain {
  private readonly ledger: FeedLedger;
  private readonly archive: Archive;
  private readonly clock: Clock;
  private readonly log: Log;
  private running: Promise<void> | undefined;
  private failures = 0;
  private notBeforeMs = 0;
  private recorded = { told: '', atMs: 0 };

  constructor(ledger: FeedLedger, archive: Archive, clock: Clock, log: Log) {
    this.ledger = ledger;
    this.archive = archive;
    this.clock = clock;
    this.log = log;
  }

  /** Archives the waiting strikes, unless a run is under way or the last failure is too recent. Never rejects. */
  run(): Promise<void> {
    if (this.clock.now() < this.notBeforeMs) return Promise.resolve();
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** When to try the waiting strikes again; undefined if none are waiting or a run is under way. */
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
        const batch = strikes.after(archivedSeq, BATCH);
        const seq = batch.at(-1)?.ordinal ?? archivedSeq;
        // Of what is read by now every strike is in this batch, or was in one before: only then it may be said.
        const record = seq >= strikes.seq ? homeRecord(this.ledger, this.clock.now()) : undefined;
        if (batch.length === 0 && !(record && this.isNews(record))) break;
        await this.archive.insert(batch, seq, record);
        facts.write('archivedSeq', seq);
        if (record) this.recorded = { told: tellOf(record), atMs: this.clock.now() };
      }
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.notBeforeMs = this.clock.now() + Math.min(MAX_WAIT_MS, 500 * 2 ** this.failures);
      this.log('error', 'archive.insert', { failures: this.failures, reason: (error as Error).message });
    }
  }

  /** Whether the archive should have the record, though there is no strike to go with it. */
  private isNews(record: HomeRecord): boolean {
    const { told, atMs } = this.recorded;
    return tellOf(record) !== told || this.clock.now() - atMs >= RECORD_EVERY_MS;
  }
}

/** What of a record is news, however lately another was written. */
function tellOf({ unread, cause, completeToMs }: HomeRecord): string {
  return JSON.stringify([unread, cause, completeToMs === null]);
}
