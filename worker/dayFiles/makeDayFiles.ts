import { bytesToHex } from '@noble/hashes/utils.js';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { isoIntervals } from '#shared/time/isoTime.ts';
import { fewerSpans } from '#shared/time/spans.ts';
import { dayKey } from '#shared/time/utcDay.ts';
import { indexColumnsWithEdges, usedCells } from '#worker/archive/indexCells.ts';
import { SETTLED_AFTER_MS } from '#worker/archive/readExtent.ts';
import { DETAIL_COLUMN, STRIKE_COLUMNS, type StrikeRow, strikeOfRow } from '#worker/archive/windowQuery.ts';
import { CsvOfDay } from './CsvOfDay.ts';
import { DayFileTable, type DayToRead, type StoredFile } from './DayFileTable.ts';
import { DAY_FORMATS, type DayFormat, dayFileName } from './dayFormats.ts';
import { type DueDay, dueDays } from './dueDays.ts';
import { type DayFacts, ParquetOfDay } from './ParquetOfDay.ts';

/** Three times the busiest days; more would not fit into an isolate's memory. */
const MOST_STRIKES = 500_000;
const MAX_DELETED_PER_RUN = 200;
/** R2 keeps 8 kB of a few words beside an object, and a span is 49 of them. */
const MAX_TOLD_SPANS = 100;

export interface DayFileDeps {
  readonly db: D1Database;
  readonly bucket: R2Bucket;
  readonly home: BBox;
  /** Whose data the strikes of that time are. */
  readonly attribution: (atMs: number) => string;
  /** Address of the terms. */
  readonly license: string;
}

/** The key of a file in the bucket. */
export function objectKey(name: string): string {
  return `days/${name}`;
}

/**
 * Makes the files of one day that is due, if there is one, and deletes what no day names any more for 26 h. Files are put
 * under names of their own first, then named in D1, if no strike came into the day meanwhile; else the day stays due.
 * Returns the day whose files were made, how many objects were deleted, and the days found on the way that have too many
 * strikes for files. Rejects if D1 or R2 does not answer.
 */
export async function makeDayFiles(
  deps: DayFileDeps,
  nowMs: number,
  keptSinceMs: number,
  mostStrikes: number = MOST_STRIKES,
) {
  const table = new DayFileTable(deps.db);
  await table.forget(keptSinceMs);
  const deleted = await deleteSuperseded(deps.bucket, table, nowMs);
  const [archive, made] = await table.state(deps.home, nowMs, keptSinceMs);
  const tooLarge: string[] = [];
  for (const due of dueDays(archive, made, nowMs)) {
    const read = await table.begin(due, deps.home);
    if (!read) continue;
    const day = dayKey(due.day * DAY_MS);
    if (read.strikes > mostStrikes) {
      tooLarge.push(day);
      continue;
    }
    const kept = await makeOne(deps, table, due, read, nowMs);
    return { made: kept ? day : undefined, deleted, tooLarge };
  }
  return { made: undefined, deleted, tooLarge };
}

async function deleteSuperseded(bucket: R2Bucket, table: DayFileTable, nowMs: number): Promise<number> {
  const names = await table.superseded(nowMs - SETTLED_AFTER_MS, MAX_DELETED_PER_RUN);
  if (names.length === 0) return 0;
  await bucket.delete(names.map(objectKey));
  await table.deleted(names);
  return names.length;
}

async function makeOne(deps: DayFileDeps, table: DayFileTable, due: DueDay, read: DayToRead, nowMs: number) {
  const { home, attribution, license } = deps;
  const { day, mark, unread } = due;
  const [parquet, csv] = [new ParquetOfDay(), new CsvOfDay()];
  for (const hour of read.hours) {
    const strikes = await strikesOfHour(deps.db, home, hour, read.detailed);
    parquet.add(strikes);
    csv.add(strikes);
  }
  const key = dayKey(day * DAY_MS);
  const facts: DayFacts = { day: key, home, unread, attribution: attribution(day * DAY_MS), license };
  const bodies = { parquet: parquet.finish(facts), csv: await csv.finish() };
  const files = { parquet: await named(key, 'parquet', bodies.parquet), csv: await named(key, 'csv', bodies.csv) };
  await table.note(day, [files.parquet.name, files.csv.name], nowMs);
  await put(deps.bucket, 'parquet', files.parquet, bodies.parquet, facts);
  await put(deps.bucket, 'csv', files.csv, bodies.csv, facts);
  const { strikes } = read;
  return await table.keep({ day, mark, home: formatBBox(home), unread, strikes, madeMs: nowMs, files });
}

type Body = Uint8Array<ArrayBuffer>;

async function named(day: string, format: DayFormat, body: Body): Promise<StoredFile> {
  const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
  return { name: dayFileName(day, sha256, format), bytes: body.byteLength };
}

async function put(bucket: R2Bucket, format: DayFormat, { name }: StoredFile, body: Body, { unread }: DayFacts) {
  await bucket.put(objectKey(name), body, {
    httpMetadata: { contentType: DAY_FORMATS[format].mediaType },
    customMetadata: { unread: isoIntervals(fewerSpans(unread, MAX_TOLD_SPANS)) },
  });
}

/** Of home, in order of time. */
async function strikesOfHour(db: D1Database, home: BBox, hour: number, detailed: boolean): Promise<Strike[]> {
  const { west, east, south, north } = home;
  const { results } = await db
    .prepare(
      `WITH RECURSIVE ${usedCells('?1')}
       SELECT ${STRIKE_COLUMNS}${detailed ? `, ${DETAIL_COLUMN}` : ''} FROM strike INDEXED BY strike_by_cell_time
       WHERE cell IN (SELECT cell FROM used) AND at_ms >= ?2 AND at_ms < ?3
         AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?7
       ORDER BY at_ms, id`,
    )
    .bind(JSON.stringify(indexColumnsWithEdges(home)), hour * HOUR_MS, (hour + 1) * HOUR_MS, west, east, south, north)
    .all<StrikeRow>();
  return results.map(strikeOfRow);
}
