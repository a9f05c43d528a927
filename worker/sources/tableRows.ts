import * as v from 'valibot';
import { readCsv } from '#shared/csv.ts';
import { parseDecimal } from '#shared/geo/BBox.ts';
import { parseIsoInstant } from '#shared/time.ts';
import { SourceKind } from '#shared/wire/FeedEvent.ts';
import { linesOf } from '#worker/http/outbound/readBounded.ts';
import { BoxText, jsonOf } from './source.ts';

/** What a row says of a strike, by the keys of a declaration's `fields`, unchecked. */
export interface RawStrike {
  readonly time?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  readonly currentKa?: unknown;
  readonly multiplicity?: unknown;
  readonly semiMajorKm?: unknown;
  readonly semiMinorKm?: unknown;
  readonly azimuth?: unknown;
}

/**
 * The rows of an answer, in the source's order; `broken` says why the answer is invalid, `oversized` why it was not
 * read to its end.
 */
export type TableRows =
  | {
      readonly raw: readonly RawStrike[];
      /** Rows that the source sent, invalid ones included. */
      readonly rows: number;
      /** A reason for each row that is no row of this table. */
      readonly invalid: readonly string[];
      /** What the source says of rows that it left out; absent if it says nothing. */
      readonly cut?: boolean;
    }
  | { readonly broken: string }
  | { readonly oversized: string };

/** The name of a column, or of a property: `a.b` is `b` inside of `a`. */
const Name = v.pipe(
  v.string('must be a name'),
  v.regex(/^[^\p{Cc}]{1,100}$/u, 'must be a name of 1 to 100 characters'),
);

/** Names the key that is missing or unknown; the others say themselves what they must be. */
const keyError = ({ path, expected }: { path?: readonly unknown[] | undefined; expected: string | null }) => {
  if (!path) return 'must be an object';
  return expected === 'never' ? 'is no key of a declaration' : 'is missing';
};

const numberFrom = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));
};
const wholeFrom = (min: number, max: number) =>
  v.pipe(numberFrom(min, max), v.integer(`must be a whole number from ${min} to ${max}`));

const values = v.pipe(
  v.array(v.union([v.string(), v.number(), v.boolean()]), 'must be a list of values'),
  v.transform((list) => list.map(String)),
);

const fields = {
  time: Name,
  timeUnit: v.picklist(['iso', 's', 'ms'], 'must be iso, s or ms'),
  id: v.optional(Name),
  /** A row with another value is left out as unreadable. */
  type: v.optional(v.strictObject({ name: Name, ground: values, cloud: values }, keyError)),
  currentKa: v.optional(Name),
  multiplicity: v.optional(Name),
  semiMajorKm: v.optional(Name),
  semiMinorKm: v.optional(Name),
  azimuth: v.optional(Name),
  /** Values that mean "unknown", in addition to empty ones, null and NaN. */
  unknown: v.optional(values),
};
const place = { latitude: Name, longitude: Name };

const typicalAndWorst = (min: number, max: number) =>
  v.pipe(
    v.strictObject({ typical: numberFrom(min, max), worst: numberFrom(min, max) }, keyError),
    v.check(({ typical, worst }) => typical <= worst, 'must have a worst that is no less than the typical'),
  );

const HOUR_MS = 3_600_000;

/** What is later cannot be read again any more: a day is as far as windows are repaired. */
const MOST_DELAY_MS = 12 * HOUR_MS;

const everyFormat = {
  kind: v.picklist(SourceKind.options, `must be one of ${SourceKind.options.join(', ')}`),
  rows: v.strictObject(
    {
      max: wholeFrom(10, 5_000),
      truncation: v.picklist(['at-max', 'told', 'never'], 'must be at-max, told or never'),
      toldBy: v.optional(Name),
    },
    keyError,
  ),
  delayMs: typicalAndWorst(0, MOST_DELAY_MS),
  errorKm: typicalAndWorst(0, 1_000),
  timeStepMs: numberFrom(0.001, HOUR_MS),
  ellipseShare: v.optional(v.picklist([0.5, 0.9], 'must be 0.5 or 0.9')),
  coverage: BoxText,
  attribution: v.pipe(v.string('must be a text'), v.maxLength(200, 'must have at most 200 characters')),
  publicUse: v.picklist(['yes', 'contract', 'no'], 'must be yes, contract or no'),
};

/** What a table is and holds, as the operator declares it from the source's documents and the contract. */
export const TableDeclaration = v.variant(
  'format',
  [
    v.strictObject(
      { format: v.literal('geojson'), fields: v.strictObject(fields, keyError), ...everyFormat },
      keyError,
    ),
    v.strictObject(
      {
        format: v.literal('csv'),
        delimiter: v.optional(v.picklist([',', ';', '\t', '|'], 'must be , ; | or a tab'), ','),
        /** Whether the last row ends in a line break too. Without it the last value may be half of one. */
        finalLineBreak: v.optional(v.boolean('must be true or false'), true),
        fields: v.strictObject({ ...fields, ...place }, keyError),
        ...everyFormat,
      },
      keyError,
    ),
    v.strictObject({ format: v.literal('ualf'), ...everyFormat }, keyError),
  ],
  'must be geojson, csv or ualf',
);
export type TableDeclaration = v.InferOutput<typeof TableDeclaration>;

/** What no key of the declaration shows by itself, each as `KEY rule`. */
export function declarationErrors(declaration: TableDeclaration): string[] {
  const { rows, ellipseShare, format } = declaration;
  const errors: string[] = [];
  const reported = rows.truncation === 'told';
  if (reported && format !== 'geojson') errors.push('rows.truncation must not be told: only geojson can tell it');
  else if (reported !== (rows.toldBy !== undefined)) {
    errors.push(reported ? 'rows.toldBy is missing' : 'rows.toldBy needs the truncation told');
  }
  if (format === 'ualf') return errors;
  const axes = ['semiMajorKm', 'semiMinorKm', 'azimuth'] as const;
  const missing = axes.filter((key) => declaration.fields[key] === undefined);
  if (missing.length === axes.length) {
    if (ellipseShare !== undefined) errors.push('ellipseShare needs fields.semiMajorKm, semiMinorKm and azimuth');
  } else for (const key of missing) errors.push(`fields.${key} is missing: an ellipse needs all three`);
  const { type } = declaration.fields;
  if (type?.ground.some((value) => type.cloud.includes(value))) {
    errors.push('fields.type has a value that means both ground and cloud');
  }
  return errors;
}

/** Keys of `fields` with their columns or properties. */
function columnNames({ fields }: Pick<Extract<TableDeclaration, { format: 'csv' | 'geojson' }>, 'fields'>) {
  const { timeUnit: _, unknown: _unknown, type, ...names } = fields;
  const all = Object.entries({ ...names, type: type?.name });
  return all.flatMap(([key, name]) => (name === undefined ? [] : [{ key, name }]));
}

type CsvDeclaration = Pick<Extract<TableDeclaration, { format: 'csv' }>, 'delimiter' | 'finalLineBreak' | 'fields'>;

const MOST_FIELDS = 1_000;

/** A row of another number of columns than the header's is invalid; of more than `mostRows` none is read. */
export function csvRows(text: string, declaration: CsvDeclaration, mostRows: number): TableRows {
  const { delimiter, finalLineBreak } = declaration;
  if (finalLineBreak && !text.endsWith('\n')) return { broken: 'the last row is cut off' };
  const table: (readonly string[])[] = [];
  const error = readCsv(text, delimiter, { rows: mostRows, fields: MOST_FIELDS }, (row) => table.push(row));
  if (error) return error.kind === 'oversized' ? { oversized: error.reason } : { broken: error.reason };
  const [header, ...rows] = table;
  if (!header) return { broken: 'no header' };
  const titles = header.map((title) => title.trim());
  const columns = columnNames(declaration).map(({ key, name }) => ({ key, name, index: titles.indexOf(name) }));
  const missing = columns.find(({ index }) => index < 0);
  if (missing) return { broken: `the header lacks the column ${missing.name}` };
  const last = rows.at(-1);
  if (last && last.length < header.length && !text.endsWith('\n')) return { broken: 'the last row is cut off' };
  const whole = rows.filter((row) => row.length === header.length);
  return {
    raw: whole.map((row) => Object.fromEntries(columns.map(({ key, index }) => [key, row[index]]))),
    rows: rows.length,
    invalid: Array<string>(rows.length - whole.length).fill('other number of columns'),
  };
}

type GeoJsonDeclaration = Extract<TableDeclaration, { format: 'geojson' }>;

const FeatureCollection = v.looseObject({ type: v.literal('FeatureCollection'), features: v.array(v.unknown()) });

/** A feature that is no Point (RFC 7946) is invalid. Its own `id` serves where its properties lack the declared one. */
export function geoJsonRows(text: string, declaration: GeoJsonDeclaration, mostRows: number): TableRows {
  const collection = v.safeParse(FeatureCollection, jsonOf(text));
  if (!collection.success) return { broken: 'not a FeatureCollection' };
  const { features } = collection.output;
  if (features.length > mostRows) return { oversized: `more than ${mostRows} rows` };
  const names = columnNames(declaration);
  const raw = features.flatMap((feature) => {
    const { type, coordinates } = objectOf(valueAt(feature, 'geometry'));
    if (type !== 'Point' || !Array.isArray(coordinates)) return [];
    const [longitude, latitude] = coordinates as unknown[];
    const properties = valueAt(feature, 'properties');
    const rawStrike: RawStrike = Object.fromEntries(names.map(({ key, name }) => [key, valueAt(properties, name)]));
    const id = declaration.fields.id === undefined ? undefined : (rawStrike.id ?? valueAt(feature, 'id'));
    return [{ ...rawStrike, id, longitude, latitude }];
  });
  const invalid = Array<string>(features.length - raw.length).fill('no point');
  const { toldBy: reportedBy } = declaration.rows;
  if (reportedBy === undefined) return { raw, rows: features.length, invalid };
  const truncated = isTruncatedBy(valueAt(collection.output, reportedBy), features.length);
  if (truncated === undefined) return { broken: `${reportedBy} is neither true, false nor a number` };
  return { raw, rows: features.length, invalid, cut: truncated };
}

/** `text` is whether rows are left out, or how many there are in all. */
function isTruncatedBy(text: unknown, rows: number): boolean | undefined {
  if (typeof text === 'boolean') return text;
  return typeof text === 'number' ? text > rows : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The value called `name`, dots included, or else the value at that path. */
function valueAt(value: unknown, name: string): unknown {
  const whole = objectOf(value);
  if (Object.hasOwn(whole, name)) return whole[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(whole[name.slice(0, dot)], name.slice(dot + 1));
}

type TimeUnit = 'iso' | 's' | 'ms';

interface TypeValues {
  readonly ground: readonly string[];
  readonly cloud: readonly string[];
}

/** SQLite does not return control characters and lone surrogates unchanged. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

/** Before and after it a time is in another unit than declared. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

const number = (key: string, min: number, max: number) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? parseDecimal(value.trim()) : value)),
    v.number(`bad ${key}`),
    v.minValue(min, `bad ${key}`),
    v.maxValue(max, `bad ${key}`),
  );

function instant(unit: TimeUnit) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (unit === 'iso' ? isoMs(value) : millisOf(value, unit))),
    v.number('bad time'),
    v.minValue(FIRST_MS, 'bad time'),
    v.maxValue(LAST_MS, 'bad time'),
  );
}

/** Without a zone it is UTC. The separator may be a space. */
function isoMs(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/ ?UTC$/, 'Z');
  const colon = text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const atMs = parseIsoInstant(/(Z|[+-]\d\d:\d\d)$/.test(colon) ? colon : `${colon}Z`);
  return atMs === undefined ? undefined : Math.floor(atMs);
}

function millisOf(value: unknown, unit: TimeUnit): number | undefined {
  const amount = typeof value === 'string' ? parseDecimal(value.trim()) : value;
  if (typeof amount !== 'number') return undefined;
  // Rounded to a microsecond first: 1.001 s are 1000.9999999999999 ms.
  return Math.floor(unit === 's' ? Math.round(amount * 1e6) / 1e3 : amount);
}

const typeOf = ({ ground, cloud }: TypeValues) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => String(value).trim()),
    v.transform((text) => (ground.includes(text) ? 'ground' : cloud.includes(text) ? 'cloud' : undefined)),
    v.picklist(['ground', 'cloud'], 'bad type'),
  );

/** A row as checked values; reasons name the key and never repeat what the source sent. */
export function strikeSchema(unit: TimeUnit, values: TypeValues | undefined, hasId: boolean) {
  const id = v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())], 'bad id'),
    v.transform(String),
    v.regex(STORABLE, 'bad id'),
  );
  return v.object(
    {
      time: instant(unit),
      latitude: number('latitude', -90, 90),
      longitude: number('longitude', -180, 180),
      id: hasId ? id : v.optional(v.undefined()),
      type: values ? typeOf(values) : v.optional(v.undefined()),
      currentKa: v.optional(number('currentKa', -10_000, 10_000)),
      multiplicity: v.optional(v.pipe(number('multiplicity', 0, 1_000), v.integer('bad multiplicity'))),
      semiMajorKm: v.optional(number('semiMajorKm', 0, 1_000)),
      semiMinorKm: v.optional(number('semiMinorKm', 0, 1_000)),
      azimuth: v.optional(number('azimuth', -360, 360)),
    },
    ({ path }) => (path?.[0] ? `no ${String(path[0].key)}` : 'not a row'),
  );
}

/**
 * Universal ASCII Lightning Format, version 2: tab-separated, without a header. Columns as satpy's reader names them
 * (https://github.com/pytroll/satpy/blob/main/satpy/readers/gld360_ualf2.py). What they mean as SMHI describes them,
 * to which that reader refers (https://opendata.smhi.se/apidocs/lightning/parameters.html): peak current in kA with its
 * sign, multiplicity 0 for a stroke, semi-axes in km of the ellipse that holds half of the strikes, its angle clockwise
 * from north, cloud indicator 1 within a cloud and 0 to the ground.
 */
const COLUMNS = 30;
const RECORD_TYPE = '2';
const AT = {
  record: 0,
  year: 2,
  latitude: 9,
  longitude: 10,
  currentKa: 13,
  multiplicity: 15,
  azimuth: 19,
  semiMajorKm: 20,
  semiMinorKm: 21,
  type: 26,
} as const;

export const UALF_FIELDS = { timeUnit: 'iso', type: { ground: ['0'], cloud: ['1'] }, id: undefined } as const;

/**
 * An empty text is a quiet sky: MET Norway's service sends one for minutes without lightning. A row of another number
 * of columns is invalid, and a text of such rows alone is no UALF. A row that comes twice, alike in all columns down to
 * the nanosecond, is one strike. Of more than `mostRows` none is read.
 */
export function ualfRows(text: string, mostRows: number): TableRows {
  const rows: (readonly string[])[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue;
    if (rows.length === mostRows) return { oversized: `more than ${mostRows} rows` };
    // One field more than a row may have is enough to refuse it.
    rows.push(withoutBreak(line).split('\t', COLUMNS + 1));
  }
  const last = rows.at(-1);
  if (last && !text.endsWith('\n') && (last.length !== COLUMNS || last.at(-1) === '')) {
    return { broken: 'the last row is cut off' };
  }
  const whole = rows.filter((row) => row.length === COLUMNS);
  if (rows.length > 0 && whole.length === 0) return { broken: `no row has ${COLUMNS} columns` };
  const different = [...new Map(whole.map((row) => [row.join('\t'), row])).values()];
  const known = different.filter((row) => row[AT.record] === RECORD_TYPE);
  return {
    raw: known.map(rawStrike),
    rows: rows.length,
    invalid: [
      ...Array<string>(rows.length - whole.length).fill('other number of columns'),
      ...Array<string>(different.length - known.length).fill('other record type'),
    ],
  };
}

const withoutBreak = (line: string) =>
  line.slice(0, line.length - (line.endsWith('\r\n') ? 2 : line.endsWith('\n') ? 1 : 0));

function rawStrike(row: readonly string[]): RawStrike {
  const [year = '', month = '', day = '', hour = '', minute = '', second = '', nanosecond = ''] = row.slice(AT.year);
  const two = (text: string) => text.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const { record: _, year: __, ...columns } = AT;
  return {
    ...Object.fromEntries(Object.entries(columns).map(([key, index]) => [key, row[index]])),
    // Nanoseconds are not padded: "51" is 51 ns and not 0.51 s.
    time: `${date}T${two(hour)}:${two(minute)}:${two(second)}.${nanosecond.padStart(9, '0')}Z`,
  };
}
