import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../observability/log.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';

/** What the drain needs of the archive. Both may reject: the archive is another machine. */
export interface Archive {
  /** Inserts the strikes and remembers that everything up to `seq` is there; one transaction, safe to repeat. */
  insert(strikes: readonly NumberedStrike[], seq: number): Promise<void>;
}

const BATCH = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Brings numbered strikes into the archive, in order, one batch at a time. The ledger is the queue: while the archive
 * is away strikes wait there, and live delivery does not notice.
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

  /** Archives what waits, unless that is under way or a failure was too recent. Never rejects. */
  run(): Promise<void> {
    if (this.clock.now() < this.notBeforeMs) return Promise.resolve();
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** When waiting strikes may be tried again; undefined where none wait, or some are on their way. */
  dueMs(): number | undefined {
    if (this.running) return undefined;
    const { facts, strikes } = this.ledger;
    return (facts.read('archivedSeq') ?? 0) < strikes.seq ? this.notBeforeMs : undefined;
  }

  private async drain(): Promise<void> {
    const { facts, strikes } = this.ledger;
    try {
      for (;;) {
        const batch = strikes.after(facts.read('archivedSeq') ?? 0, BATCH);
        const seq = batch.at(-1)?.ordinal;
        if (seq === undefined) break;
        await this.archive.insert(batch, seq);
        facts.write('archivedSeq', seq);
      }
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.notBeforeMs = this.clock.now() + Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.failures);
      this.log('error', 'archive.insert', { failures: this.failures, reason: (error as Error).message });
    }
  }
}
