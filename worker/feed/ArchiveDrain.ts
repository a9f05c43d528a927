import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../observability/log.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';

/** What the drain needs of the archive. */
export interface Archive {
  /** Inserts the strikes and records the archive as complete up to `seq`: one transaction, safe to repeat. May reject. */
  insert(strikes: readonly NumberedStrike[], seq: number): Promise<void>;
}

const BATCH = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Copies numbered strikes to the archive, in order, one batch at a time. The ledger is the queue: while the archive is
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
        const batch = strikes.after(facts.read('archivedSeq'), BATCH);
        const seq = batch.at(-1)?.ordinal;
        if (seq === undefined) break;
        await this.archive.insert(batch, seq);
        facts.write('archivedSeq', seq);
      }
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.notBeforeMs = this.clock.now() + Math.min(MAX_WAIT_MS, 500 * 2 ** this.failures);
      this.log('error', 'archive.insert', { failures: this.failures, reason: (error as Error).message });
    }
  }
}
