import type { Calibration } from '#shared/nowcast/arrivalAt.ts';
import type { NowcastMemory } from '#shared/nowcast/createNowcast.ts';
import {
  addSums,
  type ChanceSums,
  chanceSkill,
  type DaySums,
  emptySums,
  type PositionSums,
} from '#shared/nowcast/grades.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import type { ChanceScoring, GradeBody, PositionScoring } from '#shared/wire/VerificationBody.ts';
import type { ReplayedSums } from '#worker/calls.ts';

const MINUTES_A_DAY = DAY_MS / MINUTE_MS;
/** Older data does not count as fresh. */
const FRESH_MS = 2 * MINUTE_MS;

interface DayMinutes {
  readonly day: number;
  /** Minutes in which the newest data was at most 2 minutes old. */
  readonly upMinutes: number;
  readonly ofMinutes: number;
}

export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}

/**
 * The minutes that a tick at `nowMs` adds, by day: its own, and those since the last counted one, which are not up.
 * Empty if this minute was already counted. Home's data is complete to `dataMs`; null if there never was any.
 */
export function upMinutes(lastMinute: number | undefined, nowMs: number, dataMs: number | null): DayMinutes[] {
  const minute = minuteOf(nowMs);
  const first = lastMinute === undefined ? minute : lastMinute + 1;
  const added: DayMinutes[] = [];
  for (let from = first; from <= minute; ) {
    const day = Math.floor(from / MINUTES_A_DAY);
    const next = Math.min(minute + 1, (day + 1) * MINUTES_A_DAY);
    const holdsNow = next === minute + 1;
    const isFresh = dataMs !== null && nowMs - dataMs <= FRESH_MS;
    added.push({ day, upMinutes: Number(holdsNow && isFresh), ofMinutes: next - from });
    from = next;
  }
  return added;
}

const RETENTION_DAYS = 400;
const SCHEMA = `
CREATE TABLE IF NOT EXISTS proof_day (
  source TEXT NOT NULL, day INTEGER NOT NULL, sums TEXT, up INTEGER NOT NULL DEFAULT 0, counted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (source, day)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS proof_fact (
  source TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (source, name)
) WITHOUT ROWID;`;

export interface VerificationFit {
  readonly atMs: number;
  readonly cases: number;
  readonly calibration: Calibration;
  /** True if some of the cases are replayed. */
  readonly withReplayed: boolean;
}

interface Facts {
  readonly fit: VerificationFit;
  readonly gradedToMs: number;
  readonly lastMinute: number;
  readonly memory: NowcastMemory;
  readonly replayed: ReplayedSums;
}

interface DaysOfVerification {
  readonly sums: DaySums;
  readonly days: readonly number[];
  readonly upMinutes: number;
  readonly ofMinutes: number;
}

type DayRow = { readonly day: number; readonly sums: string | null; readonly up: number; readonly counted: number };

/** Outcomes of forecasts by day, for 400 days. Simulated storms are stored separately from real ones. */
export class VerificationLedger {
  private readonly storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>;
  private readonly source: Source;

  constructor(storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>, source: Source) {
    this.storage = storage;
    this.source = source;
    storage.sql.exec(SCHEMA);
  }

  /** Adds the outcomes of the tick at `atMs`, unless it or a later one was added: a restart repeats some ticks. */
  grade(atMs: number, sums: DaySums): void {
    if (atMs <= (this.read('gradedToMs') ?? 0)) return;
    this.storage.transactionSync(() => {
      this.add(utcDay(atMs), sums);
      this.write('gradedToMs', atMs);
    });
  }

  countMinutes(count: (lastMinute: number | undefined) => readonly DayMinutes[], minute: number): void {
    this.storage.transactionSync(() => {
      const added = count(this.read('lastMinute'));
      for (const { day, upMinutes, ofMinutes } of added) {
        this.storage.sql.exec(
          `INSERT INTO proof_day (source, day, up, counted) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET up = up + excluded.up, counted = counted + excluded.counted`,
          this.source,
          day,
          upMinutes,
          ofMinutes,
        );
      }
      if (added.length > 0) this.write('lastMinute', minute);
    });
  }

  /** Days from `day` up to but without `beforeDay`. */
  since(day: number, beforeDay = Number.MAX_SAFE_INTEGER): DaysOfVerification {
    const rows = this.storage.sql
      .exec<DayRow>(
        'SELECT day, sums, up, counted FROM proof_day WHERE source = ? AND day >= ? AND day < ? ORDER BY day',
        this.source,
        day,
        beforeDay,
      )
      .toArray();
    const graded = rows.flatMap(({ day, sums }) => (sums === null ? [] : [{ day, sums: JSON.parse(sums) as DaySums }]));
    return {
      sums: graded.reduce((all, { sums }) => addSums(all, sums), emptySums()),
      days: graded.map(({ day }) => day),
      upMinutes: rows.reduce((all, { up }) => all + up, 0),
      ofMinutes: rows.reduce((all, { counted }) => all + counted, 0),
    };
  }

  get fit(): VerificationFit | undefined {
    return this.read('fit');
  }

  storeFit(fit: VerificationFit): void {
    this.write('fit', fit);
    this.storage.sql.exec('DELETE FROM proof_day WHERE day <= ?', utcDay(fit.atMs) - RETENTION_DAYS);
  }

  get memory(): NowcastMemory | undefined {
    return this.read('memory');
  }

  storeMemory(memory: NowcastMemory): void {
    this.write('memory', memory);
  }

  get replayed(): ReplayedSums | undefined {
    return this.read('replayed');
  }

  /** Deletes the fit, so that the next one includes the replayed outcomes. */
  storeReplayed(replayed: ReplayedSums): void {
    this.storage.transactionSync(() => {
      this.write('replayed', replayed);
      this.storage.sql.exec("DELETE FROM proof_fact WHERE source = ? AND name = 'fit'", this.source);
    });
  }

  private add(day: number, more: DaySums): void {
    const { sql } = this.storage;
    const [row] = sql
      .exec<Pick<DayRow, 'sums'>>('SELECT sums FROM proof_day WHERE source = ? AND day = ?', this.source, day)
      .toArray();
    const sums = addSums(row?.sums ? (JSON.parse(row.sums) as DaySums) : emptySums(), more);
    sql.exec(
      'INSERT INTO proof_day (source, day, sums) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sums = excluded.sums',
      this.source,
      day,
      JSON.stringify(sums),
    );
  }

  private read<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    const [row] = this.storage.sql
      .exec<{ value: string }>('SELECT value FROM proof_fact WHERE source = ? AND name = ?', this.source, name)
      .toArray();
    return row && JSON.parse(row.value);
  }

  private write<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO proof_fact (source, name, value) VALUES (?, ?, ?)',
      this.source,
      name,
      JSON.stringify(value),
    );
  }
}

export function gradesOf({ within30, within60, arrivals, in15, in30, approaching, others }: DaySums): GradeBody {
  const { cases, held, widthMinutes } = arrivals;
  return {
    chance30: chanceOf(within30),
    chance60: chanceOf(within60),
    eta: { cases, held, widthMin: meanOf(widthMinutes, cases) },
    position15: positionOf(in15),
    position30: positionOf(in30),
    states: { approaching, others },
  };
}

function chanceOf(sums: ChanceSums): ChanceScoring {
  const { cases, hits, brier, overBaseRate, overDistance, bins } = chanceSkill(sums);
  return { cases, hits, brier, overBaseRate, overDistance, bins: [...bins] };
}

function positionOf({ cases, errorKm, stayingKm }: PositionSums): PositionScoring {
  return { cases, errorKm: meanOf(errorKm, cases), stayingKm: meanOf(stayingKm, cases) };
}

function meanOf(sum: number, cases: number): number | null {
  return cases === 0 ? null : sum / cases;
}
