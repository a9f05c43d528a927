import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { countOfHour, TENTHS } from './countHours.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from './HomeRecord.ts';
import { indexColumns, usedCells } from './indexCells.ts';

/** The newest dirty hours that are counted while the reader waits; the others are reported as uncounted. */
const MAX_COUNTED_NOW = 2;

const SUMS = TENTHS.map((tenth) => `sum(${tenth}) AS ${tenth}`).join(', ');
const OF_CELLS = `
WITH RECURSIVE ${usedCells('?1', 'cell_count')}
SELECT hour, ${SUMS} FROM cell_count
WHERE cell IN (SELECT cell FROM used) AND hour >= ?2 AND hour < ?3 GROUP BY hour`;
const OF_HOME = 'SELECT * FROM home_count WHERE hour >= ?1 AND hour < ?2';

type TenthsRow = Readonly<Record<(typeof TENTHS)[number], number>>;
type HourRow = TenthsRow & { readonly hour: number };

/** The strikes of each hour in which there were any, by its six stretches of ten minutes. */
interface HourCount {
  readonly hour: number;
  readonly tenths: readonly number[];
}

interface CountAnswer {
  readonly hours: readonly HourCount[];
  readonly uncounted: readonly Span[];
  readonly record: StoredRecord;
  readonly rowsRead: number;
}

interface StateRow {
  readonly counted_from_hour: number | null;
}

/** Counts of strikes per ten minutes, in D1. Rejects if D1 does not answer. */
export class CountArchive {
  private readonly db: D1Database;
  private readonly home: BBox;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
  }

  /** Of strikes at home in the index cells that `bbox` touches (undefined: all of home); `toHour` is exclusive. */
  async hours(bbox: BBox | undefined, fromHour: number, toHour: number): Promise<CountAnswer> {
    const { record, countedFromHour, dirty, rowsRead } = await this.state(fromHour, toHour);
    const now = dirty.slice(0, MAX_COUNTED_NOW);
    const [kept, ...fresh] = await this.db.batch<HourRow>([
      bbox
        ? this.db.prepare(OF_CELLS).bind(JSON.stringify(indexColumns(bbox)), fromHour, toHour)
        : this.db.prepare(OF_HOME).bind(fromHour, toHour),
      ...now.map((hour) => countOfHour(this.db, this.home, bbox ?? this.home, hour)),
    ]);
    const rows = new Map((kept?.results ?? []).map((row) => [row.hour, row]));
    for (const [index, hour] of now.entries()) {
      const row = fresh[index]?.results[0];
      if (row) rows.set(hour, { ...row, hour });
      else rows.delete(hour);
    }
    const uncounted = dirty.slice(MAX_COUNTED_NOW).map((hour): Span => [hour * HOUR_MS, (hour + 1) * HOUR_MS]);
    return {
      hours: [...rows.values()].map((row) => ({ hour: row.hour, tenths: TENTHS.map((tenth) => row[tenth] ?? 0) })),
      uncounted: [...uncounted, [fromHour * HOUR_MS, countedFromHour * HOUR_MS]],
      record,
      rowsRead: [kept, ...fresh].reduce((sum, answer) => sum + (answer?.meta.rows_read ?? 0), rowsRead),
    };
  }

  private async state(fromHour: number, toHour: number) {
    const [record, state, dirty] = await this.db.batch<RecordRow & StateRow & { readonly hour: number }>([
      // Before the counts: what is read meanwhile may be missing from them, and must not be called read.
      recordQuery(this.db),
      this.db.prepare('SELECT counted_from_hour FROM archive_state WHERE one = 1'),
      this.db
        .prepare('SELECT hour FROM dirty_hour WHERE hour >= ?1 AND hour < ?2 ORDER BY hour DESC')
        .bind(fromHour, toHour),
    ]);
    return {
      record: recordOf(record?.results[0]),
      countedFromHour: state?.results[0]?.counted_from_hour ?? toHour,
      dirty: (dirty?.results ?? []).map(({ hour }) => hour),
      rowsRead: [record, state, dirty].reduce((sum, answer) => sum + (answer?.meta.rows_read ?? 0), 0),
    };
  }
}

export const COUNT_STEPS = ['10min', 'hour', 'day'] as const;
type CountStep = (typeof COUNT_STEPS)[number];

const TENTH_MS = HOUR_MS / 6;
const STEP_MS: Readonly<Record<CountStep, number>> = { '10min': TENTH_MS, hour: HOUR_MS, day: DAY_MS };

interface Bins {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** The bins that hold any of the time asked for, but none that begins after `nowMs`. */
export function binsAsked(by: CountStep, fromMs: number, toMs: number, nowMs: number): Bins {
  const stepMs = STEP_MS[by];
  const first = Math.floor(fromMs / stepMs) * stepMs;
  const last = Math.ceil(Math.min(toMs, nowMs) / stepMs) * stepMs;
  return { fromMs: first, toMs: Math.max(first, last), stepMs };
}

export function binsOf({ fromMs, toMs, stepMs }: Bins, hours: readonly HourCount[]): number[] {
  const bins = Array.from({ length: (toMs - fromMs) / stepMs }, () => 0);
  for (const { hour, tenths } of hours) {
    for (const [tenth, strikes] of tenths.entries()) {
      const bin = Math.floor((hour * HOUR_MS + tenth * TENTH_MS - fromMs) / stepMs);
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + strikes;
    }
  }
  return bins;
}
