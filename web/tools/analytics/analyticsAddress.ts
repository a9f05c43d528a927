import { dayAfter, isDay } from '#shared/utcDay.ts';
import { type AddressPart, field, flag, form, oneOf, withAddressPart } from '#web/kit/routing/address.ts';
import { daysBetween } from './localTime.ts';

export type CountedArea =
  | { readonly kind: 'home' }
  | {
      readonly kind: 'place';
      readonly latitude: number;
      readonly longitude: number;
      readonly radiusKm: number;
      /** Empty if it has no name. */
      readonly name: string;
    }
  | { readonly kind: 'region'; readonly code: string };

export interface Days {
  readonly first: string;
  readonly last: string;
}

export type Period = { readonly newest: number } | Days;

/** Areas for counting on the map: cells of these zooms, whose sides are about 28, 14 and 7 km, or regions. */
export const SHADED_AREAS = [10, 11, 12, 'regions'] as const;
type ShadedAreas = (typeof SHADED_AREAS)[number];

export interface AnalyticsChoice {
  readonly scope: CountedArea;
  readonly period: Period;
  readonly other: Days | undefined;
  readonly shaded: ShadedAreas;
  /** Counts regions and grid, which loads one file for each day. */
  readonly grid: boolean;
}

export type AddressError = 'place' | 'region' | 'period' | 'other';

export const RADII_KM = [10, 25, 50, 100] as const;
export const NEWEST_DAYS = [7, 14, 30, 90, 365] as const;
export const DEFAULT_CHOICE: AnalyticsChoice = {
  scope: { kind: 'home' },
  period: { newest: 14 },
  other: undefined,
  shaded: 10,
  grid: false,
};
/** The archive stores this many days at most. */
const MAX_DAYS = 400;
const MAX_NAME_LENGTH = 60;
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;

const shownAs = form({ shaded: field('cells', oneOf(SHADED_AREAS), DEFAULT_CHOICE.shaded), grid: flag('grid', '1') });

/**
 * `at=42.15,24.75&r=25&name=…&days=14&with=2026-10-25,2026-11-07&cells=12&grid=1`, or `cells=regions`; what is the
 * default is left out.
 */
export const analyticsAddress: AddressPart<AnalyticsChoice> = {
  names: ['at', 'r', 'name', 'region', 'from', 'to', 'days', 'with', ...shownAs.names],
  parse: (parameters) => parseAnalytics(parameters).choice,
  format({ scope, period, other, ...shown }) {
    const fields: string[] = [];
    if (scope.kind === 'place') {
      fields.push(`at=${scope.latitude},${scope.longitude}`, `r=${scope.radiusKm}`);
      if (scope.name !== '') fields.push(`name=${encodeURIComponent(scope.name)}`);
    }
    if (scope.kind === 'region') fields.push(`region=${encodeURIComponent(scope.code)}`);
    if ('first' in period) fields.push(`from=${period.first}`, `to=${period.last}`);
    else if (period.newest !== 14) fields.push(`days=${period.newest}`);
    if (other) fields.push(`with=${other.first},${other.last}`);
    return [...fields, ...shownAs.format(shown)];
  },
};

export function formatAnalytics(choice: AnalyticsChoice): string {
  const query = withAddressPart('', analyticsAddress, choice);
  return query && `?${query}`;
}

/** Parses it. Invalid values are listed, and replaced by the default. */
export function parseAnalytics(search: string | URLSearchParams): {
  readonly choice: AnalyticsChoice;
  readonly errors: readonly AddressError[];
} {
  const fields = new URLSearchParams(search);
  const errors: AddressError[] = [];
  const read = <T>(error: AddressError, value: T | undefined, otherwise: T): T => {
    if (value === undefined) errors.push(error);
    return value ?? otherwise;
  };
  const { scope, period } = DEFAULT_CHOICE;
  const input = fields.get('with');
  const [first = '', last = '', ...more] = input?.split(',') ?? [];
  const other = input === null || more.length > 0 ? undefined : daysFrom(first, last);
  if (input !== null && !other) errors.push('other');
  const place = fields.get('at');
  const region = fields.get('region');
  return {
    choice: {
      scope:
        place !== null
          ? read('place', placeFrom(place, fields), scope)
          : region === null
            ? scope
            : read('region', regionFrom(region), scope),
      period: read('period', periodFrom(fields), period),
      other,
      ...shownAs.parse(fields),
    },
    errors,
  };
}

/** Undefined unless both are calendar days, in order, and not too far apart. */
export function daysFrom(first: string, last: string): Days | undefined {
  const fits = isDay(first) && isDay(last) && first <= last && daysBetween(first, last) <= MAX_DAYS;
  return fits ? { first, last } : undefined;
}

/** The days that a period covers on the day `today`. */
export function daysOf(period: Period, today: string): Days {
  return 'first' in period ? period : { first: dayAfter(today, 1 - period.newest), last: today };
}

export function daysBefore({ first, last }: Days): Days {
  return { first: dayAfter(first, -daysBetween(first, last)), last: dayAfter(first, -1) };
}

function periodFrom(fields: URLSearchParams): Period | undefined {
  const [first, last, newest] = [fields.get('from'), fields.get('to'), fields.get('days')];
  if (first !== null || last !== null) return daysFrom(first ?? '', last ?? '');
  if (newest === null) return DEFAULT_CHOICE.period;
  const known = NEWEST_DAYS.find((days) => String(days) === newest);
  return known && { newest: known };
}

function regionFrom(code: string): CountedArea | undefined {
  return /^[A-Z]{2}(\.[a-z-]{1,40})?$/.test(code) ? { kind: 'region', code } : undefined;
}

function placeFrom(at: string, fields: URLSearchParams): CountedArea | undefined {
  const [latitude, longitude, ...more] = at.split(',').map((text) => (DECIMAL.test(text) ? Number(text) : Number.NaN));
  const radiusKm = RADII_KM.find((km) => String(km) === (fields.get('r') ?? '25'));
  const name = fields.get('name') ?? '';
  if (latitude === undefined || longitude === undefined || radiusKm === undefined || more.length > 0) return undefined;
  if (!(Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180) || name.length > MAX_NAME_LENGTH) return undefined;
  return { kind: 'place', latitude, longitude, radiusKm, name };
}
