import type { Position } from '#shared/geo/geodesy.ts';
import { isDay } from '#shared/utcDay.ts';
import { isTimeZone } from '#shared/zonedTime.ts';
import { type Codec, checked, fragment, oneOf, required, text, upTo } from '#web/kit/routing/address.ts';

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
  readonly hash?: string | undefined;
}

export type ReportError = 'place' | 'name' | 'day' | 'around' | 'zone' | 'radius' | 'reference' | 'remark' | 'hash';

const place: Codec<Position> = {
  parse(typed) {
    const at = /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(typed.trim());
    const [latitude, longitude] = [Number(at?.[1]), Number(at?.[2])];
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    return isPlace ? { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) } : undefined;
  },
  format: ({ latitude, longitude }) => encodeURIComponent(`${latitude.toFixed(5)},${longitude.toFixed(5)}`),
};
const hex = text((hash) => /^[0-9a-f]{64}$/.test(hash));
const sha256 = checked('sha256', { ...hex, parse: (typed) => hex.parse(typed.toLowerCase()) }, 'hash', undefined);

const { parse, format } = fragment<ReportQuery, ReportError>({
  position: required('at', place, 'place'),
  name: checked('name', text(upTo(MAX_REPORT_NAME_LENGTH)), 'name', ''),
  day: required('day', text(isDay), 'day'),
  around: checked('around', oneOf(DAYS_AROUND), 'around', 1),
  zone: required('zone', text(isTimeZone), 'zone'),
  radiusKm: checked('km', oneOf(REPORT_RADII_KM), 'radius', 10),
  reference: checked('ref', text(upTo(MAX_REFERENCE_LENGTH)), 'reference', ''),
  remark: checked('note', text(upTo(MAX_REMARK_LENGTH)), 'remark', ''),
  // An empty one counts as missing.
  hash: { ...sha256, parse: (fields) => (fields.get('sha256')?.trim() ? sha256.parse(fields) : undefined) },
});

/** A plus sign is one, not a blank. */
export const parseReportAddress: typeof parse = (hash) => parse(hash.replaceAll('+', '%2B'));
export const formatReportAddress = format;
export const reportAddress = { parse: parseReportAddress, format };
