import { bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import { parseWindow } from '#worker/dev/simulator/respondWithEvents.ts';
import type { TableDeclaration } from '#worker/sources/tableRows.ts';
import { type KnownStrike, type SourceFake, type SourceResponse, startSource } from './startSource.ts';

export type TableFormat = TableDeclaration['format'];

const ROWS_MAX = 300;

const everyFormat = {
  kind: 'total-flash',
  delayMs: { typical: 8_000, worst: 60_000 },
  errorKm: { typical: 0.5, worst: 5 },
  timeStepMs: 1,
  ellipseShare: 0.5,
  coverage: '-180,-90,180,90',
  attribution: 'Made by a stand-in on this machine',
  publicUse: 'yes',
} as const;

const CSV_COLUMNS = ['seen at', 'lat', 'lon', 'kind', 'kA', 'strokes', 'major', 'minor', 'axis'] as const;

/** `TABLE_DECLARATION` for the fake's table. GeoJSON contains ids and the number of matching strikes; CSV neither. */
export const FAKE_DECLARATIONS: Readonly<Record<TableFormat, object>> = {
  geojson: {
    ...everyFormat,
    format: 'geojson',
    rows: { max: ROWS_MAX, truncation: 'told', toldBy: 'numberMatched' },
    fields: {
      time: 'seen.ms',
      timeUnit: 'ms',
      id: 'id',
      type: { name: 'cloud', ground: [false], cloud: [true] },
      currentKa: 'peak.kA',
      multiplicity: 'strokes',
      semiMajorKm: 'ellipse.major',
      semiMinorKm: 'ellipse.minor',
      azimuth: 'ellipse.axis',
    },
  },
  csv: {
    ...everyFormat,
    format: 'csv',
    delimiter: ';',
    rows: { max: ROWS_MAX, truncation: 'at-max' },
    fields: {
      time: 'seen at',
      timeUnit: 'iso',
      latitude: 'lat',
      longitude: 'lon',
      type: { name: 'kind', ground: ['CG'], cloud: ['IC'] },
      currentKa: 'kA',
      multiplicity: 'strokes',
      semiMajorKm: 'major',
      semiMinorKm: 'minor',
      azimuth: 'axis',
    },
  },
  ualf: { ...everyFormat, format: 'ualf', rows: { max: ROWS_MAX, truncation: 'never' } },
};

/** A row for one strike, in the source's format. */
type TableRow = string | object;

export function tableRow(format: TableFormat, strike: Strike): TableRow {
  switch (format) {
    case 'geojson':
      return feature(strike);
    case 'csv':
      return csvRow(strike);
    case 'ualf':
      return ualfRow(strike);
  }
}

/** The whole response body; `matched` is the number of matching strikes. */
export function tableText(format: TableFormat, rows: readonly TableRow[], matched: number): string {
  if (format === 'geojson') {
    return JSON.stringify({ type: 'FeatureCollection', numberMatched: matched, features: rows });
  }
  const lines = format === 'csv' ? [CSV_COLUMNS.join(';'), ...rows] : rows;
  return lines.map((line) => `${line}${format === 'csv' ? '\r\n' : '\n'}`).join('');
}

function feature({ id, atMs, latitude, longitude, detail: { type, currentKa, multiplicity, ellipse } = {} }: Strike) {
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      seen: { ms: atMs },
      cloud: type === 'cloud',
      peak: { kA: currentKa ?? null },
      strokes: multiplicity ?? null,
      ellipse: ellipse ? { major: ellipse.semiMajorKm, minor: ellipse.semiMinorKm, axis: ellipse.azimuth } : null,
    },
  };
}

function csvRow({
  atMs,
  latitude,
  longitude,
  detail: { type, currentKa, multiplicity, ellipse } = {},
}: Strike): string {
  const kind = type === 'cloud' ? 'IC' : 'CG';
  const time = isoMillis(atMs).replace('T', ' ').replace('Z', '');
  const axes = [ellipse?.semiMajorKm, ellipse?.semiMinorKm, ellipse?.azimuth];
  return [time, latitude, longitude, kind, currentKa, multiplicity, ...axes]
    .map((value) => `"${value ?? ''}"`)
    .join(';');
}

function ualfRow({
  atMs,
  latitude,
  longitude,
  detail: { type, currentKa, multiplicity, ellipse } = {},
}: Strike): string {
  const at = new Date(atMs);
  const time = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    // Without padding, as the format requires.
    at.getUTCMilliseconds() * 1_000_000,
  ];
  const axes = [ellipse?.azimuth ?? 0, ellipse?.semiMajorKm ?? 0, ellipse?.semiMinorKm ?? 0];
  const cloud = type === 'cloud' ? 1 : 0;
  const place = [latitude.toFixed(4), longitude.toFixed(4), 0, 0];
  return [
    2,
    3,
    ...time,
    ...place,
    currentKa ?? 0,
    0,
    multiplicity ?? 0,
    0,
    5,
    7,
    ...axes,
    1.2,
    11.4,
    8.8,
    0,
    cloud,
    1,
    0,
    1,
  ].join('\t');
}

type TableTwist = keyof ReturnType<typeof twistsOf>;
export type TableFake = SourceFake<TableTwist> & {
  /** The format that `TABLE_URL` accepts. */
  readonly template: string;
  /** `Authorization` headers of all requests, in order. */
  readonly authorizations: readonly (string | undefined)[];
  add(...strikes: readonly KnownStrike[]): void;
};

const TYPES: Readonly<Record<TableFormat, string>> = {
  geojson: 'application/geo+json',
  csv: 'text/csv',
  ualf: 'text/plain',
};

/** A service that returns a table: strikes in the requested box and time, newest first. */
export async function startTable(format: TableFormat, port = 0): Promise<TableFake> {
  const sky: Strike[] = [];
  const authorizations: (string | undefined)[] = [];
  const source = await startSource({
    port,
    twists: twistsOf(format),
    respond: ({ searchParams }, { authorization }) => {
      authorizations.push(authorization);
      return result(format, sky, searchParams);
    },
  });
  return {
    ...source,
    template: `${source.url}/strikes?bbox={west},{south},{east},{north}&from={from}&to={to}&limit={limit}`,
    authorizations,
    add: (...strikes) =>
      void sky.push(...strikes.map((strike, index) => ({ ...strike, id: `s${sky.length + index}` }))),
  };
}

function result(format: TableFormat, sky: readonly Strike[], query: URLSearchParams): SourceResponse {
  const parsed = parseWindow(query);
  if (!parsed.ok) return { status: 400, type: 'text/plain', body: `${parsed.fault.parameter}\n` };
  const { bbox, fromMs, toMs } = parsed.value;
  const found = sky
    .filter(({ atMs, longitude, latitude }) => atMs >= fromMs && atMs < toMs && bboxContains(bbox, longitude, latitude))
    .sort((one, other) => other.atMs - one.atMs);
  // UALF services have no limit parameter.
  const limit = format === 'ualf' ? found.length : Number(query.get('limit') ?? found.length);
  const rows = found.slice(0, limit).map((strike) => tableRow(format, strike));
  return { status: 200, type: TYPES[format], body: tableText(format, rows, found.length) };
}

const MANY = 1_000;

/** Faults of a table. */
function twistsOf(format: TableFormat) {
  const edited = (change: (rows: readonly TableRow[]) => readonly TableRow[]) => (right: SourceResponse) => {
    const { rows, matched } = rowsOf(format, right.body);
    return { ...right, body: tableText(format, change(rows), matched) };
  };
  return {
    /** Renames columns and properties; in UALF adds one column. */
    renamed: (right: SourceResponse) => ({ ...right, body: renamed(format, right.body) }),
    errorObject: () => ({ status: 200, type: 'application/json', body: '{"error":"Back soon"}\n' }),
    /** Adds an unreadable row to each readable one. */
    badRows: edited((rows) => rows.flatMap((row) => [spoilt(row), row])),
    /** Every row twice. */
    doubled: edited((rows) => rows.flatMap((row) => [row, row])),
    /** Not a fault: another order. */
    shuffled: edited((rows) => [0, 1].flatMap((rest) => rows.filter((_, index) => index % 2 === rest)).reverse()),
    /** More than twice the allowed number of rows. */
    many: edited((rows) => Array.from({ length: MANY }, (_, index) => rows[index % rows.length] ?? '')),
  };
}

function rowsOf(format: TableFormat, body: string): { readonly rows: readonly TableRow[]; readonly matched: number } {
  if (format === 'geojson') {
    const { features, numberMatched } = JSON.parse(body) as { features: object[]; numberMatched: number };
    return { rows: features, matched: numberMatched };
  }
  const lines = body.split(/\r?\n/).filter((line) => line !== '');
  const rows = format === 'csv' ? lines.slice(1) : lines;
  return { rows, matched: rows.length };
}

function spoilt(row: TableRow): TableRow {
  return typeof row === 'string' ? row.replace('.', 'x') : { ...row, geometry: null };
}

function renamed(format: TableFormat, body: string): string {
  if (format === 'ualf') return body.replaceAll('\n', '\t0\n');
  return format === 'csv' ? body.replace('seen at', 'seen') : body.replaceAll('"features"', '"items"');
}
