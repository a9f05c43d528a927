import { bytesToHex } from '@noble/hashes/utils.js';
import { Gzip, gzipSync } from 'fflate';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { DETAIL_COLUMNS, type Strike } from '#shared/strike.ts';
import { DAY_MS, fewerSpans, HOUR_MS, isoIntervals, isoSpans, type Span } from '#shared/time.ts';
import { dayKey } from '#shared/utcDay.ts';
import { SETTLED_AFTER_MS } from '#worker/archive/StrikeArchive.ts';
import {
  DETAIL_COLUMN,
  indexColumnsWithEdges,
  STRIKE_COLUMNS,
  type StrikeRow,
  strikeOfRow,
  usedTiles,
} from '#worker/archive/windowQuery.ts';
import { csvHead, csvRows } from '#worker/http/strikeCsv.ts';
import {
  DAY_FORMATS,
  DayFileTable,
  type DayFormat,
  type DayToRead,
  type DueDay,
  dayFileName,
  dueDays,
  type StoredFile,
} from './DayFileTable.ts';

/** What a file says of itself. */
interface DayFacts {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly home: BBox;
  /** What of the day was not read; merged, oldest first. */
  readonly gaps: readonly Span[];
  /** Whose data they are; may be empty. */
  readonly attribution: string;
  /** Address of the terms; empty if the deployment has none. */
  readonly license: string;
}

const NOTICE =
  'Information only, not a warning system: strikes may be missing, late or misplaced. Intervals in `gaps` have no data.';

/** Bounds what one row group takes of the memory, should a storm fill an hour. */
const MOST_ROWS_A_GROUP = 25_000;
/** Higher levels take longer and save nothing: most bits of a position are noise. */
const GZIP = { level: 4, mtime: 0 } as const;

const utcMillis = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;
const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

const PARQUET = { word: text, real: { type: 'DOUBLE' }, whole: { type: 'INT32' } } as const;

interface Column extends SchemaElement {
  readonly encoding?: ColumnSource['encoding'];
  readonly statistics?: false;
  readonly of: (strike: Strike) => unknown;
}

const always = { repetition_type: 'REQUIRED' } as const;
const sometimes = { repetition_type: 'OPTIONAL' } as const;

/** Named as in the API. Longitude and latitude are also columns, for readers that do not support geometries. */
const COLUMNS: readonly Column[] = [
  { name: 'id', ...text, ...always, encoding: 'DELTA_BYTE_ARRAY', of: ({ id }) => id },
  {
    name: 'timestamp',
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: utcMillis,
    ...always,
    encoding: 'DELTA_BINARY_PACKED',
    of: ({ atMs }) => BigInt(atMs),
  },
  { name: 'latitude', type: 'DOUBLE', ...always, encoding: 'PLAIN', of: ({ latitude }) => latitude },
  { name: 'longitude', type: 'DOUBLE', ...always, encoding: 'PLAIN', of: ({ longitude }) => longitude },
  ...DETAIL_COLUMNS.map(({ name, kind, of }) => ({
    name,
    ...PARQUET[kind],
    ...sometimes,
    of: ({ detail }: Strike) => detail && of(detail),
  })),
  { name: 'geometry', type: 'BYTE_ARRAY', ...always, encoding: 'DELTA_BYTE_ARRAY', statistics: false, of: wkbPoint },
];

/** The writer gets the bytes of `geometry` only at the end: otherwise it would need objects to create them from, each a kB. */
function schemaWith(geometry: Pick<SchemaElement, 'logical_type'>): SchemaElement[] {
  const elements = COLUMNS.map(({ of: _of, encoding: _encoding, statistics: _statistics, ...element }) => {
    return element.name === 'geometry' ? { ...element, ...geometry } : element;
  });
  return [{ name: 'strikes', num_children: COLUMNS.length }, ...elements];
}

const WKB_POINT_BYTES = 21;

/** Little-endian well-known binary of a point. */
function wkbPoint({ longitude, latitude }: Strike): Uint8Array {
  const bytes = new Uint8Array(WKB_POINT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, longitude, true);
  view.setFloat64(13, latitude, true);
  return bytes;
}

/** GeoParquet 1.1 without a `crs`, which means longitude and latitude in WGS 84. */
function geoMetadata(strikes: number): string {
  const geometry = { encoding: 'WKB', geometry_types: strikes > 0 ? ['Point'] : [] };
  return JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry } });
}

function keyValues(facts: DayFacts, strikes: number): { key: string; value: string }[] {
  const { day, home, gaps, attribution, license } = facts;
  return [
    { key: 'geo', value: geoMetadata(strikes) },
    { key: 'day', value: day },
    { key: 'bbox', value: JSON.stringify([home.west, home.south, home.east, home.north]) },
    { key: 'gaps', value: JSON.stringify(isoSpans(gaps)) },
    ...(attribution ? [{ key: 'attribution', value: attribution }] : []),
    ...(license ? [{ key: 'license', value: license }] : []),
    { key: 'notice', value: NOTICE },
  ];
}

/** A GeoParquet file that grows by a row group at a time. The same strikes and facts give the same bytes. */
class ParquetOfDay {
  private readonly bytes = new ByteWriter();
  private readonly writer = new ParquetWriter({
    writer: this.bytes,
    schema: schemaWith({}),
    codec: 'GZIP',
    compressors: { GZIP: (page) => gzipSync(page, GZIP) },
    createdBy: 'balkan-lightning',
  });
  private strikes = 0;

  /** In order of time. */
  add(strikes: readonly Strike[]): void {
    this.strikes += strikes.length;
    const columnData = COLUMNS.map(({ name, encoding, statistics = true, of }): ColumnSource => {
      const data = strikes.map((strike) => of(strike));
      return { name, data, statistics, ...(encoding ? { encoding } : {}) };
    });
    this.writer.write({ columnData, rowGroupSize: MOST_ROWS_A_GROUP });
  }

  finish(facts: DayFacts): Uint8Array<ArrayBuffer> {
    this.writer.schema = schemaWith({ logical_type: { type: 'GEOMETRY', crs: 'OGC:CRS84' } });
    this.writer.kvMetadata = keyValues(facts, this.strikes);
    this.writer.finish();
    return new Uint8Array(this.bytes.getBuffer());
  }
}

/** A gzipped CSV file that grows piece by piece, with every column that the API knows. */
export class CsvOfDay {
  private readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  private readonly packer = new Gzip(GZIP, (chunk) => this.chunks.push(chunk as Uint8Array<ArrayBuffer>));

  constructor() {
    this.push(csvHead(true));
  }

  add(strikes: readonly Strike[]): void {
    this.push(csvRows(strikes, true));
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.push('', true);
    return new Uint8Array(await new Blob(this.chunks).arrayBuffer());
  }

  private push(text: string, isLast = false): void {
    this.packer.push(new TextEncoder().encode(text), isLast);
  }
}

/** Three times the busiest days; more would not fit into an isolate's memory. */
const MOST_STRIKES = 500_000;
const MAX_DELETED_PER_RUN = 200;
/** R2 stores 8 kB of metadata with an object, and a span has 49 bytes. */
const MAX_REPORTED_SPANS = 100;

interface DayFileDeps {
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
  retainedSinceMs: number,
  mostStrikes: number = MOST_STRIKES,
) {
  const table = new DayFileTable(deps.db);
  await table.forget(retainedSinceMs);
  const deleted = await deleteSuperseded(deps.bucket, table, nowMs);
  const [archive, created] = await table.state(deps.home, nowMs, retainedSinceMs);
  const tooLarge: string[] = [];
  for (const due of dueDays(archive, created, nowMs)) {
    const read = await table.begin(due, deps.home);
    if (!read) continue;
    const day = dayKey(due.day * DAY_MS);
    if (read.strikes > mostStrikes) {
      tooLarge.push(day);
      continue;
    }
    const isRetained = await makeOne(deps, table, due, read, nowMs);
    return { created: isRetained ? day : undefined, deleted, tooLarge };
  }
  return { created: undefined, deleted, tooLarge };
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
  const { day, countVersion, gaps } = due;
  const [parquet, csv] = [new ParquetOfDay(), new CsvOfDay()];
  for (const hour of read.hours) {
    const strikes = await strikesOfHour(deps.db, home, hour, read.detailed);
    parquet.add(strikes);
    csv.add(strikes);
  }
  const key = dayKey(day * DAY_MS);
  const facts: DayFacts = { day: key, home, gaps, attribution: attribution(day * DAY_MS), license };
  const bodies = { parquet: parquet.finish(facts), csv: await csv.finish() };
  const files = { parquet: await named(key, 'parquet', bodies.parquet), csv: await named(key, 'csv', bodies.csv) };
  await table.note(day, [files.parquet.name, files.csv.name], nowMs);
  await put(deps.bucket, 'parquet', files.parquet, bodies.parquet, facts);
  await put(deps.bucket, 'csv', files.csv, bodies.csv, facts);
  const { strikes } = read;
  return await table.storeFiles({ day, countVersion, home: formatBBox(home), gaps, strikes, createdMs: nowMs, files });
}

type Body = Uint8Array<ArrayBuffer>;

async function named(day: string, format: DayFormat, body: Body): Promise<StoredFile> {
  const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
  return { name: dayFileName(day, sha256, format), bytes: body.byteLength };
}

async function put(bucket: R2Bucket, format: DayFormat, { name }: StoredFile, body: Body, { gaps }: DayFacts) {
  await bucket.put(objectKey(name), body, {
    httpMetadata: { contentType: DAY_FORMATS[format].mediaType },
    customMetadata: { gaps: isoIntervals(fewerSpans(gaps, MAX_REPORTED_SPANS)) },
  });
}

/** Of home, in order of time. */
async function strikesOfHour(db: D1Database, home: BBox, hour: number, detailed: boolean): Promise<Strike[]> {
  const { west, east, south, north } = home;
  const { results } = await db
    .prepare(
      `WITH RECURSIVE ${usedTiles('?1')}
       SELECT ${STRIKE_COLUMNS}${detailed ? `, ${DETAIL_COLUMN}` : ''} FROM strike INDEXED BY strike_by_tile_time
       WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= ?2 AND at_ms < ?3
         AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?7
       ORDER BY at_ms, id`,
    )
    .bind(JSON.stringify(indexColumnsWithEdges(home)), hour * HOUR_MS, (hour + 1) * HOUR_MS, west, east, south, north)
    .all<StrikeRow>();
  return results.map(strikeOfRow);
}
