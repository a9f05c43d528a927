import { gunzipSync, strFromU8 } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import { bboxContains, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, type Span } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import { emptyArchive, testEnv } from '#tests/isolate/testEnv.ts';
import { strikesAroundHome } from '#tests/support/strikes.ts';
import { countHours } from '#worker/archive/counts.ts';
import { packDays } from '#worker/archive/days.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type DayFiles, DayFileTable } from '#worker/features/gis/DayFileTable.ts';
import { makeDayFiles, objectKey } from '#worker/features/gis/makeDayFiles.ts';

/** The day before is over for long enough; few hours are counted, so that the tests are quick. */
export const NOW_MS = Date.UTC(2026, 6, 4, 1, 15);
export const TODAY = utcDay(NOW_MS);
export const YESTERDAY = TODAY - 1;
const SPAN_MS = 5 * HOUR_MS;
const FIRST_READ_MS = NOW_MS - 26 * HOUR_MS;

const { DB: db } = testEnv;
export const bucket = testEnv.ARCHIVE_BUCKET as R2Bucket;
const archive = new StrikeArchive(db);
const table = new DayFileTable(db);

/** Without strikes, files and objects. */
export async function beginAnew(): Promise<void> {
  await emptyArchive();
  await bucket.delete((await bucket.list()).objects.map(({ key }) => key));
}

export const strikesOf = (count: number, seed: number) =>
  strikesAroundHome(count, seed, { toMs: NOW_MS, spanMs: SPAN_MS });

/** Inserts them, and records that home was read except for `gaps` and the time before the first reading. */
export async function insert(strikes: readonly NumberedStrike[], gaps: readonly Span[] = []): Promise<void> {
  const record = {
    completeToMs: NOW_MS,
    gaps: [[0, FIRST_READ_MS], ...gaps] as Span[],
    lastSuccessMs: NOW_MS,
    cause: null,
  };
  await archive.insert(strikes, strikes.at(-1)?.ordinal ?? 0, record);
}

export async function count(nowMs = NOW_MS): Promise<void> {
  while ((await countHours(db, HOME, nowMs, 100)) > 0);
  while ((await packDays(db, HOME, nowMs, 0)) > 0);
}

interface Reported {
  readonly store?: R2Bucket;
  readonly retentionMs?: number;
  readonly mostStrikes?: number;
}

export function make(nowMs = NOW_MS, { store = bucket, retentionMs = 0, mostStrikes }: Reported = {}) {
  const deps = { home: HOME, attribution: () => 'A network', license: 'https://example.net/terms' };
  return makeDayFiles({ ...deps, db, bucket: store }, nowMs, retentionMs, mostStrikes);
}

/** The days that were made until none was due any more. */
export async function makeAll(nowMs = NOW_MS): Promise<string[]> {
  const days: string[] = [];
  for (;;) {
    const { created } = await make(nowMs);
    if (created === undefined) return days;
    days.push(created);
  }
}

export const allFiles = () => table.between(TODAY - 10, TODAY);
export const filesOf = async (day: number): Promise<DayFiles | undefined> => (await table.between(day, day + 1))[0];
export const keysInBucket = async () => (await bucket.list()).objects.map(({ key }) => key).sort();

export async function bodyOf(name: string): Promise<ArrayBuffer> {
  const object = await bucket.get(objectKey(name));
  if (!object) throw new Error(`${name} is not in the bucket`);
  return await object.arrayBuffer();
}

async function strikesOfTable(day: number): Promise<Strike[]> {
  const numbered = await archive.numberedBefore(Number.MAX_SAFE_INTEGER, 100_000);
  return numbered
    .filter(({ atMs, longitude, latitude }) => utcDay(atMs) === day && bboxContains(HOME, longitude, latitude))
    .map(({ ordinal: _ordinal, ...strike }) => strike)
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

export async function expectFilesOfTable(): Promise<void> {
  for (const files of await allFiles()) {
    const { strikes, reported } = await readParquet(await bodyOf(files.files.parquet.name));
    const expected = await strikesOfTable(files.day);
    expect(strikes).toEqual(expected);
    expect(files.strikes).toBe(expected.length);
    expect(reported.gaps).toBe(
      JSON.stringify(
        files.gaps.map(([from, to]) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })),
      ),
    );
    expect(
      readCsv(await bodyOf(files.files.csv.name))
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(expected.map(({ id }) => id));
  }
}

export const late = (day: number, ordinal = 900_000): NumberedStrike => {
  return { id: `late-${ordinal}`, ordinal, longitude: 23, latitude: 42, atMs: day * DAY_MS + 22.5 * HOUR_MS };
};

/** A file of a day as a reader of Parquet that is not ours sees it. */
export interface ReadParquet {
  readonly strikes: readonly Strike[];
  /** How many strikes each row group has. */
  readonly groups: readonly number[];
  readonly reported: Readonly<Record<string, string | undefined>>;
}

const compressors = { GZIP: (page: Uint8Array) => gunzipSync(page) };

function strikeOf(row: Record<string, unknown>): Strike {
  const { id, timestamp, latitude, longitude, geometry, ...others } = row;
  const { semiMajorKm, semiMinorKm, azimuth, ...plain } = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined && value !== null),
  );
  const ellipse = semiMajorKm === undefined ? {} : { ellipse: { semiMajorKm, semiMinorKm, azimuth } };
  const detail = { ...plain, ...ellipse };
  const { type, coordinates } = geometry as { type: string; coordinates: number[] };
  if (type !== 'Point' || coordinates[0] !== longitude || coordinates[1] !== latitude) {
    throw new Error(`the geometry of ${id} is not its position`);
  }
  const strike = { id, latitude, longitude, atMs: (timestamp as Date).getTime() };
  return (Object.keys(detail).length > 0 ? { ...strike, detail } : strike) as Strike;
}

export async function readParquet(file: ArrayBuffer): Promise<ReadParquet> {
  const metadata = parquetMetadata(file);
  const rows = metadata.num_rows > 0n ? await parquetReadObjects({ file, metadata, compressors }) : [];
  return {
    strikes: rows.map(strikeOf),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    reported: Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value])),
  };
}

/** Its lines, the head among them. */
export function readCsv(file: ArrayBuffer): string[] {
  return strFromU8(gunzipSync(new Uint8Array(file)))
    .trimEnd()
    .split('\r\n');
}
