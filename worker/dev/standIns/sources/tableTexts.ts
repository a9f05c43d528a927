import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { TableDeclaration } from '#worker/sources/table/TableDeclaration.ts';

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

/** What `TABLE_DECLARATION` says of the stand-in's table. GeoJSON tells ids and how many strikes there are; CSV tells neither. */
export const STAND_IN_DECLARATIONS: Readonly<Record<TableFormat, object>> = {
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

/** A row for each strike, as the source would write it. */
export type TableRow = string | object;

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

/** The whole answer; `matched` is how many strikes there are. */
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
    // Not padded, as the format has it.
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
