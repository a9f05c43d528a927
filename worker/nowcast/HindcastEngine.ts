import { type BBox, bboxCentre } from '#shared/geo/BBox.ts';
import { createNowcast, type NowcastMemory, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import { type DaySums, refit, sumsOf } from '#shared/nowcast/grades.ts';
import type { ForecastOutcome, PositionOutcome } from '#shared/nowcast/pendingForecasts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span, spansWithout } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import type { ReplayedBody } from '#shared/wire/VerificationBody.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import { extentIn, type PageOfPast, type StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { minutesBetween, REPLAY_MINUTES, readMinuteMs, tickMinutes } from './NowcastEngine.ts';
import { firstDay, knownOutcomes, PROVEN_DAYS } from './Verification.ts';
import { gradesOf, VerificationLedger } from './VerificationLedger.ts';

/** A slice replays an hour, or less if the hour has this many strikes: 20 to 80 ms of work. */
const SLICE_STRIKES = 5_000;

interface HindcastDeps {
  readonly archive: Pick<StrikeArchive, 'record' | 'oldestFirst'>;
  readonly store: Pick<HindcastStore, 'run' | 'write' | 'advance' | 'sums'>;
  readonly home: BBox;
  /** How far back home has data, in days. */
  readonly days: number;
  /** Start of the retention period. */
  readonly retainedSinceMs: () => number;
  /** True once the backfill of home is complete. */
  readonly isReadBack: () => Promise<boolean>;
}

/** A nowcast of a stretch without gaps, started at `sinceMs`. */
interface Held {
  readonly nowcast: RunningNowcast;
  readonly sinceMs: number;
  readonly atMs: number;
  readonly day: number;
}

/**
 * Replays home's past through a separate nowcast, oldest first, slice by slice, and grades it as if it had been issued.
 * Progress is stored together with the outcomes, so a restart continues there.
 */
export class HindcastEngine {
  private readonly deps: HindcastDeps;
  private held: Held | undefined;

  constructor(deps: HindcastDeps) {
    this.deps = deps;
  }

  /** False once the live nowcast has the outcomes, and if there is no backfill. */
  get hasWork(): boolean {
    return this.deps.days > 0 && !this.deps.store.run?.isInUse;
  }

  /** Runs one slice. `wait`: backfill incomplete. Rejects, with nothing changed, if archive or Feed is unavailable. */
  async step(): Promise<'wait' | 'more' | 'over'> {
    const { archive, store, home } = this.deps;
    const run = store.run ?? (await this.begin());
    if (!run) return 'wait';
    if (run.doneMs >= run.toMs) return 'over';
    const held = this.held ?? this.newNowcast(run, Math.max(run.fromMs, run.doneMs - REPLAY_MINUTES * MINUTE_MS));
    const toMs = Math.min(run.toMs, (Math.floor(held.atMs / HOUR_MS) + 1) * HOUR_MS);
    const { record, strikes } = await archive.oldestFirst(home, held.atMs, toMs, SLICE_STRIKES);
    const stretch = nextStretch(this.gaps(record, held.atMs, run.toMs), held.atMs, run.toMs);
    if (!stretch) return this.end(run);
    if (stretch[0] > held.atMs) this.held = this.newNowcast(run, stretch[0]);
    else this.replay(run, held, strikes, sliceEndMs(strikes, held.atMs, Math.min(toMs, stretch[1])));
    return 'more';
  }

  private async begin(): Promise<HindcastRun | undefined> {
    const { archive, store, days, retainedSinceMs, isReadBack } = this.deps;
    // Checked first: a Feed without any data has no backfill to report.
    const { completeToMs } = await archive.record();
    if (completeToMs === null || !(await isReadBack())) return undefined;
    const toMs = readMinuteMs(completeToMs);
    const fromMs = readMinuteMs(Math.max(toMs - days * DAY_MS, retainedSinceMs()));
    const run = { fromMs, toMs, doneMs: fromMs, isInUse: false };
    store.write(run);
    return run;
  }

  private end(run: HindcastRun): 'over' {
    this.held = undefined;
    this.deps.store.write({ ...run, doneMs: run.toMs });
    return 'over';
  }

  private newNowcast({ memory }: HindcastRun, atMs: number): Held {
    return { nowcast: createNowcast(bboxCentre(this.deps.home), 1, memory), sinceMs: atMs, atMs, day: Number.NaN };
  }

  private gaps(record: StoredRecord, fromMs: number, toMs: number): readonly Span[] {
    const { home, retainedSinceMs } = this.deps;
    return extentIn({ bbox: home, fromMs, toMs }, record, home, retainedSinceMs()).gaps;
  }

  private replay(run: HindcastRun, held: Held, strikes: PageOfPast['strikes'], toMs: number): void {
    const { store } = this.deps;
    const { nowcast, sinceMs, atMs } = held;
    const day = utcDay(atMs);
    if (day !== held.day) nowcast.relearn(refit(store.sums(day)));
    const forecasts: ForecastOutcome[] = [];
    const positions: PositionOutcome[] = [];
    tickMinutes(nowcast, minutesBetween(atMs, toMs), strikes, (minuteMs) => {
      // Already counted: a restart begins some minutes earlier.
      if (minuteMs <= run.doneMs) return;
      const known = knownOutcomes(nowcast.outcomes(), minuteMs, [[0, sinceMs]]);
      forecasts.push(...known.forecasts);
      positions.push(...known.positions);
    });
    this.held = { nowcast, sinceMs, atMs: toMs, day };
    if (toMs <= run.doneMs) return;
    const sums = forecasts.length + positions.length > 0 ? sumsOf(forecasts, positions) : undefined;
    store.advance({ ...run, doneMs: toMs, memory: nowcast.memory() }, sums);
  }
}

/** The first whole minutes after `fromMs` without a gap. */
export function nextStretch(gaps: readonly Span[], fromMs: number, toMs: number): Span | undefined {
  return spansWithout([[fromMs, toMs]], gaps)
    .map(([from, to]): Span => [Math.ceil(from / MINUTE_MS) * MINUTE_MS, readMinuteMs(to)])
    .find(([from, to]) => from < to);
}

/** The last minute of a full page is incomplete. If the page holds no other, the rest of that minute is skipped. */
export function sliceEndMs(strikes: PageOfPast['strikes'], fromMs: number, toMs: number): number {
  const last = strikes.length < SLICE_STRIKES ? undefined : strikes.at(-1);
  return last ? Math.min(toMs, Math.max(fromMs + MINUTE_MS, readMinuteMs(last.atMs))) : toMs;
}

/** A hindcast of whole minutes from `fromMs` to `toMs`, replayed up to `doneMs`. */
interface HindcastRun {
  readonly fromMs: number;
  readonly toMs: number;
  readonly doneMs: number;
  /** State of the nowcast at `doneMs`. */
  readonly memory?: NowcastMemory;
  /** The live nowcast has taken its sums. */
  readonly isInUse: boolean;
}

/** The only hindcast of a source, and its outcomes by day, in an object's storage. */
export class HindcastStore {
  private readonly storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>;
  private readonly key: string;
  private readonly ledger: VerificationLedger;

  constructor(storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>, source: Source) {
    this.storage = storage;
    this.key = `hindcast-${source}`;
    this.ledger = new VerificationLedger(storage, source);
  }

  get run(): HindcastRun | undefined {
    return this.storage.kv.get<HindcastRun>(this.key);
  }

  write(run: HindcastRun): void {
    this.storage.kv.put(this.key, run);
  }

  /** Stores progress and the outcomes since then, if any. They must lie within one UTC day. */
  advance(run: HindcastRun, sums: DaySums | undefined): void {
    this.storage.transactionSync(() => {
      // The last minute of a day ends when the next begins.
      if (sums) this.ledger.grade(run.doneMs - 1, sums);
      this.write(run);
    });
  }

  /** Sums of all days, or only of those before `beforeDay`. */
  sums(beforeDay?: number): DaySums {
    return this.ledger.since(0, beforeDay).sums;
  }

  /** Null before the run begins, and once it covers none of the last 30 days. */
  reported(nowMs: number): ReplayedBody | null {
    const { run } = this;
    if (!run || utcDay(run.toMs) < firstDay(nowMs, PROVEN_DAYS)) return null;
    const { fromMs, toMs, doneMs } = run;
    return { fromMs, toMs, leftMs: toMs - doneMs, ...gradesOf(this.sums()) };
  }
}
