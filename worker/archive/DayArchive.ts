import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { DAY_GRIDS, type DayGridKind, encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { countWhileWaiting, spanOfHour } from './CountArchive.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from './HomeRecord.ts';
import { type CellRow, countsByCell, dayCountOf, hourByCell, rowsOf, strikesByTile, type TileRow } from './packDays.ts';

const PACKED = {
  hours: packedColumn('hours'),
  cells: packedColumn('cells'),
};

function packedColumn(column: DayGridKind): string {
  return `
SELECT ${column} AS body FROM packed_day WHERE day = ?1 AND home = ?2
  AND home = (SELECT counted_home FROM archive_state WHERE one = 1)
  AND NOT EXISTS (
    SELECT 1 FROM home_count WHERE hour >= ?1 * 24 AND hour < ?1 * 24 + 24 AND home_count.mark <> packed_day.mark)`;
}

interface DayAnswer {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly uncounted: readonly Span[];
  readonly record: StoredRecord;
  readonly rowsRead: number;
}

interface DayState {
  readonly record: StoredRecord;
  readonly countedFromHour: number;
  /** Newest first. */
  readonly dirty: readonly number[];
  readonly hours: readonly HourOfHome[];
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
  readonly rowsRead: number;
}

/** Counts of strikes per tile of a day, in D1. Rejects if D1 does not answer. */
export class DayArchive {
  private readonly db: D1Database;
  private readonly home: BBox;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
  }

  async grid(kind: DayGridKind, day: number, fromHour: number, toHour: number): Promise<DayAnswer> {
    const state = await this.state(kind, day);
    const whole = fromHour <= day * 24 && toHour >= day * 24 + 24;
    if (state.packed && whole) {
      const { packed: body, record, rowsRead, dirty } = state;
      return { body, uncounted: dirty.map(spanOfHour), record, rowsRead };
    }
    const first = Math.max(fromHour, Math.min(toHour, state.countedFromHour));
    const made = await (kind === 'hours' ? this.byHour(state, first, toHour) : this.byCell(state, first, toHour));
    return {
      body: encodeDayGrid({ day, zoom: DAY_GRIDS[kind].zoom, counts: made.counts }),
      uncounted: [...made.uncounted, [fromHour * HOUR_MS, first * HOUR_MS]],
      record: state.record,
      rowsRead: state.rowsRead + made.rowsRead,
    };
  }

  private async byHour({ dirty, rowsRead: readBefore }: DayState, fromHour: number, toHour: number) {
    const asked = dirty.filter((hour) => hour >= fromHour && hour < toHour);
    const kept = await countsByCell(this.db, fromHour, toHour).all<CellRow>();
    const keptRows = rowsReadOf([kept]);
    const fresh = await countWhileWaiting<CellRow>(asked, readBefore + keptRows, (hour) =>
      hourByCell(this.db, this.home, hour),
    );
    const counted = kept.results.filter(({ hour }) => !fresh.counted.has(hour));
    const counts = [...counted, ...[...fresh.counted.values()].flat()].map(dayCountOf);
    return { counts, uncounted: fresh.uncounted, rowsRead: keptRows + fresh.rowsRead };
  }

  /** Straight from the strikes, of as many of the newest hours as one answer may cost. */
  private async byCell({ hours }: DayState, fromHour: number, toHour: number) {
    const first = affordableHours(hours, fromHour, toHour);
    const answer = await strikesByTile(this.db, this.home, DAY_GRIDS.cells.zoom, first, toHour).all<TileRow>();
    const uncounted: Span[] = [[fromHour * HOUR_MS, first * HOUR_MS]];
    return { counts: answer.results, uncounted, rowsRead: rowsReadOf([answer]) };
  }

  private async state(kind: DayGridKind, day: number): Promise<DayState> {
    const [span, home] = [[day * 24, day * 24 + 24], formatBBox(this.home)];
    const answers = await this.db.batch([
      // Before the counts: what is read meanwhile may be missing from them, and must not be called read.
      recordQuery(this.db),
      this.db.prepare('SELECT counted_from_hour AS hour FROM archive_state WHERE counted_home = ?').bind(home),
      this.db.prepare('SELECT hour FROM dirty_hour WHERE hour >= ?1 AND hour < ?2 ORDER BY hour DESC').bind(...span),
      this.db
        .prepare(
          'SELECT hour, c0 + c1 + c2 + c3 + c4 + c5 AS strikes FROM home_count WHERE hour >= ?1 AND hour < ?2 ORDER BY hour',
        )
        .bind(...span),
      this.db.prepare(PACKED[kind]).bind(day, home),
    ]);
    const [record, state, dirty, hours, packed] = answers;
    const body = rowsOf<{ readonly body: readonly number[] }>(packed)[0]?.body;
    return {
      record: recordOf(rowsOf<RecordRow>(record)[0]),
      countedFromHour: rowsOf<{ readonly hour: number | null }>(state)[0]?.hour ?? Number.POSITIVE_INFINITY,
      dirty: rowsOf<{ readonly hour: number }>(dirty).map(({ hour }) => hour),
      hours: rowsOf<HourOfHome>(hours),
      packed: body && Uint8Array.from(body),
      rowsRead: rowsReadOf(answers),
    };
  }
}

function rowsReadOf(answers: readonly (D1Result | undefined)[]): number {
  return answers.reduce((sum, answer) => sum + (answer?.meta.rows_read ?? 0), 0);
}

/** Strikes read while somebody waits, for the tiles of a day that was not packed. */
const MAX_STRIKES = 300_000;

interface HourOfHome {
  readonly hour: number;
  readonly strikes: number;
}

/** The first of the newest hours that together stay within `MAX_STRIKES`; the newest is always among them. */
export function affordableHours(
  hours: readonly HourOfHome[],
  fromHour: number,
  toHour: number,
  mostStrikes = MAX_STRIKES,
): number {
  let left = mostStrikes;
  for (const { hour, strikes } of hours.filter(({ hour }) => hour >= fromHour && hour < toHour - 1).toReversed()) {
    left -= strikes;
    if (left < 0) return hour + 1;
  }
  return fromHour;
}
