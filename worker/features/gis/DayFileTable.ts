import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { clippedSpans, DAY_MS, lengthMs, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import { parseDayKey } from '#shared/utcDay.ts';
import { TENTHS } from '#worker/archive/counts.ts';
import { daysOver, rowsOf } from '#worker/archive/days.ts';
import { type RecordRow, recordOf, recordQuery } from '#worker/archive/HomeRecord.ts';
import { SETTLED_AFTER_MS } from '#worker/archive/StrikeArchive.ts';

/** The file formats in which a day is stored. */
export const DAY_FORMATS = {
  parquet: { ending: 'parquet', mediaType: 'application/vnd.apache.parquet', title: 'GeoParquet' },
  csv: { ending: 'csv.gz', mediaType: 'application/gzip', title: 'CSV, gzipped' },
} as const;

export type DayFormat = keyof typeof DAY_FORMATS;

/** `YYYY-MM-DD.{SHA-256 in hex}.{ending}`: another content has another name. */
export function dayFileName(day: string, sha256: string, format: DayFormat): string {
  return `${day}.${sha256}.${DAY_FORMATS[format].ending}`;
}

export interface NamedDayFile {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly format: DayFormat;
  /** In hex; undefined in the short name, which means whichever file holds now. */
  readonly sha256: string | undefined;
}

const NAME = /^(\d{4}-\d{2}-\d{2})(?:\.([0-9a-f]{64}))?\.(parquet|csv\.gz)$/;

/** Undefined if no file of a day can have the name. */
export function parseDayFileName(name: string): NamedDayFile | undefined {
  const [, day = '', sha256, ending] = NAME.exec(name) ?? [];
  if (parseDayKey(day) === undefined) return undefined;
  return { day, format: ending === DAY_FORMATS.csv.ending ? 'csv' : 'parquet', sha256 };
}

/** So a day whose strikes keep coming late is not read again each minute. */
const LEAST_AGE_MS = 5 * MINUTE_MS;

/** What the archive says of its days. Days count from the Unix epoch, UTC. */
export interface ArchiveDays {
  /** The box that counts as home, as text. */
  readonly home: string;
  /** Days from this one up to, but excluding, `toDay` are over, and wholly stored and counted. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Count versions of the packed days. */
  readonly countVersions: ReadonlyMap<number, number>;
  readonly completeToMs: number | null;
  /** Of home, up to `completeToMs`; merged. */
  readonly gaps: readonly Span[];
}

/** What a day's files were made of. */
export interface DayFileSource {
  readonly home: string;
  readonly countVersion: number;
  readonly gaps: readonly Span[];
  readonly createdMs: number;
}

export interface DueDay {
  readonly day: number;
  readonly countVersion: number;
  readonly gaps: readonly Span[];
}

/** For a day without a single counted hour. */
const QUIET_VERSION = 0;

/** The gaps of a day that is over; the time after `completeToMs` was not read either. */
export function gapsOfDay(day: number, { completeToMs, gaps }: Pick<ArchiveDays, 'completeToMs' | 'gaps'>) {
  const spans: readonly Span[] = completeToMs === null ? [[0, Infinity]] : [...gaps, [completeToMs, Infinity]];
  return mergedSpans(clippedSpans(spans, day * DAY_MS, (day + 1) * DAY_MS));
}

function isSame(one: readonly Span[], other: readonly Span[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The days whose files are to be made: those without any, and those whose strikes or gaps are no longer what the files
 * were made of. Those without files come first, the newest before, then those that were left alone for longest. Of a quiet
 * day nothing is made if nothing of it was read.
 */
export function dueDays(archive: ArchiveDays, created: ReadonlyMap<number, DayFileSource>, nowMs: number): DueDay[] {
  const due: (DueDay & { readonly createdMs: number })[] = [];
  for (let day = archive.toDay - 1; day >= archive.fromDay; day -= 1) {
    const countVersion = archive.countVersions.get(day) ?? QUIET_VERSION;
    const gaps = gapsOfDay(day, archive);
    const file = created.get(day);
    if (file === undefined) {
      if (countVersion === QUIET_VERSION && lengthMs(gaps) === DAY_MS) continue;
    } else {
      if (file.home === archive.home && file.countVersion === countVersion && isSame(file.gaps, gaps)) continue;
      if (nowMs - file.createdMs < LEAST_AGE_MS) continue;
    }
    due.push({ day, countVersion, gaps, createdMs: file?.createdMs ?? 0 });
  }
  return due.sort((a, b) => a.createdMs - b.createdMs || b.day - a.day).map(({ createdMs: _createdMs, ...day }) => day);
}

export interface StoredFile {
  /** With its SHA-256 in it (`dayFileName`). */
  readonly name: string;
  readonly bytes: number;
}

/** The files of a day that hold now. */
export interface DayFiles extends DayFileSource {
  /** Since the Unix epoch, UTC. */
  readonly day: number;
  readonly strikes: number;
  readonly files: Readonly<Record<DayFormat, StoredFile>>;
}

/** `hours`: those with strikes. `detailed`: some strike has more than time and place. */
export interface DayToRead {
  readonly hours: readonly number[];
  readonly strikes: number;
  readonly detailed: boolean;
}

interface DayFileRow {
  readonly day: number;
  readonly home: string;
  readonly countVersion: number;
  readonly gaps: string;
  readonly strikes: number;
  readonly made_ms: number;
  readonly parquet: string;
  readonly parquet_bytes: number;
  readonly csv: string;
  readonly csv_bytes: number;
}

function dayFilesOf(row: DayFileRow): DayFiles {
  const { day, home, countVersion, strikes } = row;
  return {
    ...{ day, home, countVersion, strikes },
    gaps: JSON.parse(row.gaps) as Span[],
    createdMs: row.made_ms,
    files: {
      parquet: { name: row.parquet, bytes: row.parquet_bytes },
      csv: { name: row.csv, bytes: row.csv_bytes },
    },
  };
}

const OF_DAY = 'hour >= ?1 * 24 AND hour < ?1 * 24 + 24';

/**
 * Whether all strikes of the day ?1 are those that the count version ?2 stands for, home being ?3: no hour was recounted since,
 * and none has strikes that were not counted yet.
 */
const HOLDS = `
(SELECT counted_home FROM archive_state WHERE one = 1) = ?3
AND NOT EXISTS (SELECT 1 FROM dirty_hour WHERE ${OF_DAY})
AND NOT EXISTS (SELECT 1 FROM home_count WHERE ${OF_DAY} AND (count_version <> ?2 OR ?2 = ${QUIET_VERSION}))
AND (?2 = ${QUIET_VERSION} OR EXISTS (SELECT 1 FROM packed_day WHERE day = ?1 AND count_version = ?2 AND home = ?3))`;

const BEGIN = `
SELECT ${HOLDS} AS holds, EXISTS (SELECT 1 FROM strike_detail) AS detailed,
  (SELECT json_group_array(json_array(hour, ${TENTHS.join(' + ')})) FROM home_count WHERE ${OF_DAY}) AS hours`;

const RETAIN = `
INSERT OR REPLACE INTO day_file (day, count_version, home, gaps, strikes, made_ms, parquet, parquet_bytes, csv, csv_bytes)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE ${HOLDS}`;

const NOTE = 'INSERT INTO day_object (name, day, superseded_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING';

const MARK_SUPERSEDED = `
UPDATE day_object SET superseded_ms = CASE
  WHEN EXISTS (SELECT 1 FROM day_file WHERE day = ?1 AND day_object.name IN (parquet, csv)) THEN NULL
  ELSE coalesce(superseded_ms, ?2) END
WHERE day = ?1`;

/** Which files there are of which day, in D1. Every method rejects if D1 does not answer. */
export class DayFileTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** The days that may have files at `nowMs`, and what the files they have were made of. */
  async state(
    home: BBox,
    nowMs: number,
    retainedSinceMs: number,
  ): Promise<[ArchiveDays, ReadonlyMap<number, DayFileSource>]> {
    const [storedDay, toDay] = [Math.ceil(retainedSinceMs / DAY_MS), daysOver(nowMs)];
    const boxText = formatBBox(home);
    const [state, counted, packed, created] = await this.db.batch([
      // Before the strikes: what is read meanwhile may be missing from them, and must not be called read.
      recordQuery(this.db),
      this.db.prepare('SELECT counted_from_hour AS hour FROM archive_state WHERE counted_home = ?').bind(boxText),
      this.db
        .prepare('SELECT day, count_version AS countVersion FROM packed_day WHERE day >= ?1 AND day < ?2 AND home = ?3')
        .bind(storedDay, toDay, boxText),
      this.db
        .prepare('SELECT *, count_version AS countVersion FROM day_file WHERE day >= ?1 AND day < ?2')
        .bind(storedDay, toDay),
    ]);
    const { droppedToMs, completeToMs, gaps } = recordOf(rowsOf<RecordRow>(state)[0]);
    const countedDay = Math.ceil((rowsOf<{ hour: number | null }>(counted)[0]?.hour ?? Infinity) / 24);
    const fromDay = Math.max(storedDay, countedDay, Math.ceil(droppedToMs / DAY_MS));
    const countVersions = new Map(
      rowsOf<{ day: number; countVersion: number }>(packed).map(({ day, countVersion }) => [day, countVersion]),
    );
    const files = new Map(rowsOf<DayFileRow>(created).map((row) => [row.day, dayFilesOf(row)]));
    return [{ home: boxText, fromDay, toDay, countVersions, completeToMs, gaps }, files];
  }

  /** What is to be read for the day's files; undefined while its strikes are not all counted and packed. */
  async begin({ day, countVersion }: DueDay, home: BBox): Promise<DayToRead | undefined> {
    const row = await this.db
      .prepare(BEGIN)
      .bind(day, countVersion, formatBBox(home))
      .first<{ holds: number; detailed: number; hours: string }>();
    if (row?.holds !== 1) return undefined;
    const counted = (JSON.parse(row.hours) as [hour: number, strikes: number][]).filter(([, strikes]) => strikes > 0);
    return {
      detailed: row.detailed === 1,
      hours: counted.map(([hour]) => hour).sort((a, b) => a - b),
      strikes: counted.reduce((sum, [, strikes]) => sum + strikes, 0),
    };
  }

  /** To be called before the objects are put, so that none can be forgotten in the bucket. */
  async note(day: number, names: readonly string[], nowMs: number): Promise<void> {
    await this.db.batch(names.map((name) => this.db.prepare(NOTE).bind(name, day, nowMs)));
  }

  /** Unless a strike came into the day since `begin`. Returns whether it stored them. */
  async storeFiles({
    day,
    countVersion,
    home,
    gaps,
    strikes,
    createdMs,
    files: { parquet, csv },
  }: DayFiles): Promise<boolean> {
    const reported = [JSON.stringify(gaps), strikes, createdMs, parquet.name, parquet.bytes, csv.name, csv.bytes];
    const [retained] = await this.db.batch([
      this.db.prepare(RETAIN).bind(day, countVersion, home, ...reported),
      this.db.prepare(MARK_SUPERSEDED).bind(day, createdMs),
    ]);
    return (retained?.meta.changes ?? 0) > 0;
  }

  /** Forgets the files of days before `beforeMs`: they count as superseded for ever. */
  async forget(beforeMs: number): Promise<void> {
    const { results } = await this.db
      .prepare('DELETE FROM day_file WHERE day < ?1 RETURNING day')
      .bind(Math.ceil(beforeMs / DAY_MS))
      .all<{ day: number }>();
    for (const { day } of results) await this.db.prepare(MARK_SUPERSEDED).bind(day, 0).run();
  }

  /** Objects that no day names since `beforeMs` or longer, at most `limit`. */
  async superseded(beforeMs: number, limit: number): Promise<string[]> {
    const { results } = await this.db
      .prepare('SELECT name FROM day_object WHERE superseded_ms < ?1 LIMIT ?2')
      .bind(beforeMs, limit)
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  }

  async deleted(names: readonly string[]): Promise<void> {
    await this.db
      .prepare('DELETE FROM day_object WHERE superseded_ms IS NOT NULL AND name IN (SELECT value FROM json_each(?1))')
      .bind(JSON.stringify(names))
      .run();
  }

  /** The files of days, newest first. `toDay` is exclusive. */
  async between(fromDay: number, toDay: number): Promise<DayFiles[]> {
    const { results } = await this.db
      .prepare('SELECT *, count_version AS countVersion FROM day_file WHERE day >= ?1 AND day < ?2 ORDER BY day DESC')
      .bind(fromDay, toDay)
      .all<DayFileRow>();
    return results.map(dayFilesOf);
  }
}

/** Whether the files may be expected to stay as they are. */
export function isSettled({ day, gaps }: Pick<DayFiles, 'day' | 'gaps'>, nowMs: number): boolean {
  return gaps.length === 0 && (day + 1) * DAY_MS + SETTLED_AFTER_MS <= nowMs;
}

/** In hex. */
export function sha256Of({ name }: StoredFile): string {
  return parseDayFileName(name)?.sha256 ?? '';
}
