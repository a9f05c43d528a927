import type { NowcastMemory } from '#shared/nowcast/createNowcast.ts';
import type { DaySums } from '#shared/nowcast/grade/DaySums.ts';
import type { ReplayedBody } from '#shared/nowcast/ProofBody.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import { gradesOf } from './gradesOf.ts';
import { firstDay, PROVEN_DAYS } from './Proof.ts';
import { ProofLedger } from './ProofLedger.ts';

/** A hindcast of whole minutes from `fromMs` to `toMs`, replayed up to `doneMs`. */
export interface HindcastRun {
  readonly fromMs: number;
  readonly toMs: number;
  readonly doneMs: number;
  /** Of the nowcast, at `doneMs`. */
  readonly memory?: NowcastMemory;
  /** The live nowcast has taken its sums. */
  readonly isTaken: boolean;
}

/** The one hindcast of a source, and its outcomes by day, in an object's storage. */
export class HindcastStore {
  private readonly storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>;
  private readonly key: string;
  private readonly ledger: ProofLedger;

  constructor(storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>, source: Source) {
    this.storage = storage;
    this.key = `hindcast-${source}`;
    this.ledger = new ProofLedger(storage, source);
  }

  get run(): HindcastRun | undefined {
    return this.storage.kv.get<HindcastRun>(this.key);
  }

  write(run: HindcastRun): void {
    this.storage.kv.put(this.key, run);
  }

  /** Writes a run that has gone on, and the outcomes since then, if there are any, of a time within one UTC day. */
  advance(run: HindcastRun, sums: DaySums | undefined): void {
    this.storage.transactionSync(() => {
      // The last minute of a day ends when the next begins.
      if (sums) this.ledger.grade(run.doneMs - 1, sums);
      this.write(run);
    });
  }

  /** Of all days before `day`, or simply all. */
  sums(beforeDay?: number): DaySums {
    return this.ledger.since(0, beforeDay).sums;
  }

  /** Null before it begins, and once it says nothing of the last 30 days. */
  told(nowMs: number): ReplayedBody | null {
    const { run } = this;
    if (!run || utcDay(run.toMs) < firstDay(nowMs, PROVEN_DAYS)) return null;
    const { fromMs, toMs, doneMs } = run;
    return { fromMs, toMs, leftMs: toMs - doneMs, ...gradesOf(this.sums()) };
  }
}
