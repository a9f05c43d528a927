import type { Position } from '#shared/geo/geodesy.ts';
import { isDay } from '#shared/utcDay.ts';
import { isTimeZone } from '#shared/zonedTime.ts';

export const REPORT_RADII_KM = [1, 2, 5, 10] as const;
export type ReportRadiusKm = (typeof REPORT_RADII_KM)[number];

/** Days before the chosen one, and the same number after it. */
export const DAYS_AROUND = [0, 1, 3, 7] as const;
export type DaysAround = (typeof DAYS_AROUND)[number];

export const MAX_REPORT_NAME_LENGTH = 60;
export const MAX_REFERENCE_LENGTH = 60;
export const MAX_REMARK_LENGTH = 500;

export interface ReportQuery {
  /** To 1e-5 degrees, about a metre. */
  readonly position: Position;
  /** Empty if the place has no name. */
  readonly name: string;
  /** `YYYY-MM-DD` in `zone`. */
  readonly day: string;
  readonly around: DaysAround;
  /** IANA name of the time zone of the days. */
  readonly zone: string;
  readonly radiusKm: ReportRadiusKm;
  readonly reference: string;
  readonly remark: string;
  /** SHA-256, in hexadecimal, of the rows of the report that the link was made from. */
  readonly hash?: string;
}

export type ReportError = 'place' | 'name' | 'day' | 'around' | 'zone' | 'radius' | 'reference' | 'remark' | 'hash';

export type ParsedReportAddress =
  | { readonly ok: true; readonly query: ReportQuery }
  | { readonly ok: false; readonly error: ReportError };

/** Formats the query as a fragment, which stays in the browser: no request contains it. */
export function formatReportAddress(query: ReportQuery): string {
  const { position, name, day, around, zone, radiusKm, reference, remark, hash } = query;
  const fields = [
    ['at', `${position.latitude.toFixed(5)},${position.longitude.toFixed(5)}`],
    ['name', name],
    ['day', day],
    ['around', String(around)],
    ['zone', zone],
    ['km', String(radiusKm)],
    ['ref', reference],
    ['note', remark],
    ['sha256', hash ?? ''],
  ];
  const written = fields.flatMap(([key, text = '']) => (text === '' ? [] : [`${key}=${encodeURIComponent(text)}`]));
  return `#${written.join('&')}`;
}

export function parseReportAddress(hash: string): ParsedReportAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  if (fields.size === 0) return undefined;
  const text = (key: string) => (fields.get(key) ?? '').trim();
  const at = /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(text('at'));
  const [latitude, longitude] = [Number(at?.[1]), Number(at?.[2])];
  if (!at || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return refused('place');
  const [name, day, zone, reference, remark] = [text('name'), text('day'), text('zone'), text('ref'), text('note')];
  if (name.length > MAX_REPORT_NAME_LENGTH) return refused('name');
  if (!isDay(day)) return refused('day');
  const around = DAYS_AROUND.find((days) => String(days) === (fields.get('around') ?? '1'));
  if (around === undefined) return refused('around');
  if (!isTimeZone(zone)) return refused('zone');
  const radiusKm = REPORT_RADII_KM.find((km) => String(km) === (fields.get('km') ?? '10'));
  if (radiusKm === undefined) return refused('radius');
  if (reference.length > MAX_REFERENCE_LENGTH) return refused('reference');
  if (remark.length > MAX_REMARK_LENGTH) return refused('remark');
  const known = text('sha256').toLowerCase();
  if (known !== '' && !/^[0-9a-f]{64}$/.test(known)) return refused('hash');
  const position = { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) };
  const query = { position, name, day, around, zone, radiusKm, reference, remark };
  return { ok: true, query: known === '' ? query : { ...query, hash: known } };
}

const refused = (reportError: ReportError) => ({ ok: false, error: reportError }) as const;
