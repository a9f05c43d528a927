import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from '#worker/archive/HomeRecord.ts';
import { indexColumns } from '#worker/archive/indexCells.ts';
import { usedCells } from '#worker/archive/usedCells.ts';
import { countOfHour, TENTHS } from './countHours.ts';

/** So many of the newest dirty hours are counted while the reader waits; what else is dirty says that it is not counted. */
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
export interface HourCount {
  readonly hour: number;
  readonly tenths: readonly number[];
}

export interface CountAnswer {
  readonly hours: readonly HourCount[];
  /** What of the question was not counted yet. */
  readonly uncounted: readonly Span[];
  readonly record: StoredRecord;
  /** Rows that the database read for it. */
  readonly rowsRead: number;
}

interface StateRow {
  readonly counted_from_hour: number | null;
}

/** How many strikes fell in each ten minutes, in D1. Rejects if D1 does not answer. */
export class CountArchive {
  private readonly db: D1Database;
  private readonly home: BBox;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
  }

  /**
   * The counts of the hours from `fromHour` to `toHour`, the last exclusive, in the index cells that `bbox` touches, but
   * only what fell at home; all of home if `bbox` is undefined.
   */
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
