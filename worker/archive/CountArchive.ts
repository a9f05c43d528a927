import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { countOfHour, TENTHS } from './countHours.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from './HomeRecord.ts';
import { indexColumns, usedCells } from './indexCells.ts';

/** The newest dirty hours that are counted while the reader waits; the others are reported as uncounted. */
const MAX_COUNTED_NOW = 2;
/** Once an answer has read so many rows, no hour is counted for it any more: one of the heaviest storm takes as many again. */
const COUNTED_WITHIN_ROWS = 50_000;
/** Of more cells and hours no sum is made: the box is too wide for the time. */
const MAX_CELL_HOURS = 40_000;

const SUMS = TENTHS.map((tenth) => `sum(${tenth}) AS ${tenth}`).join(', ');
const OF_CELLS = `
WITH RECURSIVE ${usedCells('?1', 'cell_count')}
SELECT hour, ${SUMS}, count(*) AS cells FROM (
  SELECT * FROM cell_count WHERE cell IN (SELECT cell FROM used) AND hour >= ?2 AND hour < ?3 LIMIT ${MAX_CELL_HOURS})
GROUP BY hour`;
const OF_HOME = 'SELECT *, 0 AS cells FROM home_count WHERE hour >= ?1 AND hour < ?2';

type TenthsRow = Readonly<Record<(typeof TENTHS)[number], number>>;
type HourRow = TenthsRow & { readonly hour: number; readonly cells: number };

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
  /** The box holds more than is summed up, and the counts are too few. */
  readonly isTooWide: boolean;
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

  /**
   * Of strikes at home in the index cells that `bbox` touches (undefined: all of home); `toHour` is exclusive. `spentRows`:
   * what was read for the same answer before.
   */
  async hours(bbox: BBox | undefined, fromHour: number, toHour: number, spentRows = 0): Promise<CountAnswer> {
    const { record, countedFromHour, dirty, ...state } = await this.state(fromHour, toHour);
    const kept = await (bbox
      ? this.db.prepare(OF_CELLS).bind(JSON.stringify(indexColumns(bbox)), fromHour, toHour)
      : this.db.prepare(OF_HOME).bind(fromHour, toHour)
    ).all<HourRow>();
    const readBefore = state.rowsRead + kept.meta.rows_read;
    const fresh = await countWhileWaiting<HourRow>(dirty, spentRows + readBefore, (hour) =>
      countOfHour(this.db, this.home, bbox ?? this.home, hour),
    );
    const rows = new Map(kept.results.map((row) => [row.hour, row]));
    for (const [hour, [row]] of fresh.counted) {
      if (row) rows.set(hour, { ...row, hour });
      else rows.delete(hour);
    }
    return {
      hours: [...rows.values()].map((row) => ({ hour: row.hour, tenths: TENTHS.map((tenth) => row[tenth] ?? 0) })),
      uncounted: [...fresh.uncounted, [fromHour * HOUR_MS, countedFromHour * HOUR_MS]],
      record,
      rowsRead: readBefore + fresh.rowsRead,
      isTooWide: kept.results.reduce((sum, { cells }) => sum + cells, 0) >= MAX_CELL_HOURS,
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

interface FreshCounts<Row> {
  readonly counted: ReadonlyMap<number, readonly Row[]>;
  readonly uncounted: readonly Span[];
  readonly rowsRead: number;
}

/** Counts as many dirty hours, newest first, as an answer that has read `spentRows` may wait for. */
export async function countWhileWaiting<Row>(
  dirty: readonly number[],
  spentRows: number,
  statementOf: (hour: number) => D1PreparedStatement,
): Promise<FreshCounts<Row>> {
  const counted = new Map<number, readonly Row[]>();
  let rowsRead = 0;
  for (const hour of dirty.slice(0, MAX_COUNTED_NOW)) {
    if (spentRows + rowsRead > COUNTED_WITHIN_ROWS) break;
    const { results, meta } = await statementOf(hour).all<Row>();
    counted.set(hour, results);
    rowsRead += meta.rows_read;
  }
  const uncounted = dirty.filter((hour) => !counted.has(hour)).map(spanOfHour);
  return { counted, uncounted, rowsRead };
}

export function spanOfHour(hour: number): Span {
  return [hour * HOUR_MS, (hour + 1) * HOUR_MS];
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
