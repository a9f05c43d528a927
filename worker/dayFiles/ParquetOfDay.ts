import { gzipSync } from 'fflate';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { isoSpans } from '#shared/time/isoTime.ts';
import type { Span } from '#shared/time/spans.ts';

/** What a file says of itself. */
export interface DayFacts {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly home: BBox;
  /** What of the day was not read; merged, oldest first. */
  readonly unread: readonly Span[];
  /** Whose data they are; may be empty. */
  readonly attribution: string;
  /** Address of the terms; empty if the deployment has none. */
  readonly license: string;
}

const NOTICE =
  'Information, not a warning system: strikes may be missing, late or displaced. No strike in a span of `unread` means nothing.';

/** Bounds what one row group takes of the memory, should a storm fill an hour. */
const MOST_ROWS_A_GROUP = 25_000;
/** Higher levels take longer and save nothing: most bits of a position are noise. */
export const GZIP = { level: 4, mtime: 0 } as const;

const utcMillis = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;
const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

type Told = Omit<StrikeDetail, 'ellipse'> & StrikeDetail['ellipse'];
interface Column extends SchemaElement {
  readonly encoding?: ColumnSource['encoding'];
  readonly statistics?: false;
  readonly of: (strike: Strike, told: Partial<Told>) => unknown;
}

const always = { repetition_type: 'REQUIRED' } as const;
const sometimes = { repetition_type: 'OPTIONAL' } as const;

/** Named as in the API. Longitude and latitude stand beside the geometry for readers that know no geometries. */
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
  { name: 'type', ...text, ...sometimes, of: (_, { type }) => type },
  { name: 'currentKa', type: 'DOUBLE', ...sometimes, of: (_, { currentKa }) => currentKa },
  { name: 'multiplicity', type: 'INT32', ...sometimes, of: (_, { multiplicity }) => multiplicity },
  { name: 'semiMajorKm', type: 'DOUBLE', ...sometimes, of: (_, { semiMajorKm }) => semiMajorKm },
  { name: 'semiMinorKm', type: 'DOUBLE', ...sometimes, of: (_, { semiMinorKm }) => semiMinorKm },
  { name: 'azimuth', type: 'DOUBLE', ...sometimes, of: (_, { azimuth }) => azimuth },
  { name: 'geometry', type: 'BYTE_ARRAY', ...always, encoding: 'DELTA_BYTE_ARRAY', statistics: false, of: wkbPoint },
];

/** The writer is told only at the end what the bytes of `geometry` are: else it would want objects to make them of, each a kB. */
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
  const { day, home, unread, attribution, license } = facts;
  return [
    { key: 'geo', value: geoMetadata(strikes) },
    { key: 'day', value: day },
    { key: 'bbox', value: JSON.stringify([home.west, home.south, home.east, home.north]) },
    { key: 'unread', value: JSON.stringify(isoSpans(unread)) },
    ...(attribution ? [{ key: 'attribution', value: attribution }] : []),
    ...(license ? [{ key: 'license', value: license }] : []),
    { key: 'notice', value: NOTICE },
  ];
}

/** A GeoParquet file that grows by a row group at a time. The same strikes and facts give the same bytes. */
export class ParquetOfDay {
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
    const told = strikes.map(({ detail: { ellipse, ...others } = {} }) => ({ ...others, ...ellipse }));
    const columnData = COLUMNS.map(({ name, encoding, statistics = true, of }): ColumnSource => {
      const data = strikes.map((strike, row) => of(strike, told[row] ?? {}));
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
