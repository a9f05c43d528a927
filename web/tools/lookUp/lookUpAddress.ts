import { LOOK_UP_RADII_KM, LOOKED_UP_SHAPE, type RadiusKm } from '#shared/fires/lookUpBodies.ts';
import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import { type ShapeError, shapeError, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { DAY_MS, parseIsoInstant } from '#shared/time.ts';
import { formatShape, readShape } from '#web/kit/addresses/watchAddress.ts';

/** How far back a look-up may reach; the last one is the default. */
export const LOOK_BACK_DAYS = [1, 3, 7, 14] as const;
export type LookBackDays = (typeof LOOK_BACK_DAYS)[number];

export const DEFAULT_RADIUS_KM: RadiusKm = 10;
export const DEFAULT_DAYS: LookBackDays = 14;
export const MAX_FIRE_NAME_LENGTH = 60;

export interface LookUpQuery {
  /** Corners rounded to some 10 m. */
  readonly shape: Shape;
  /** Empty if the place has no name. */
  readonly name: string;
  readonly radiusKm: RadiusKm;
  /** When the fire was reported, a whole minute. */
  readonly reportedMs: number;
  /** Days searched before the report. */
  readonly days: LookBackDays;
  /** Only strikes before this instant are requested. */
  readonly beforeMs?: number;
}

/** The invalid field; for a place, the rule that it breaks. */
export type LookUpAddressError = 'place' | 'name' | 'radius' | 'reported' | 'days' | 'before' | OutlineDrawingError;

export type OutlineDrawingError = Exclude<ShapeError, 'open' | 'outside-coverage'>;

export type ParsedLookUpAddress =
  | { readonly ok: true; readonly query: LookUpQuery }
  | { readonly ok: false; readonly error: LookUpAddressError };

const minute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16)}Z`;

/** Formats the query as a fragment, which stays in the browser: no request contains it. */
export function formatLookUpAddress({ shape, name, radiusKm, reportedMs, days, beforeMs }: LookUpQuery): string {
  const parts = [
    formatShape(shape),
    ...(name === '' ? [] : [`name=${encodeURIComponent(name)}`]),
    `km=${radiusKm}`,
    `t=${minute(reportedMs)}`,
    `days=${days}`,
    ...(beforeMs === undefined ? [] : [`before=${new Date(beforeMs).toISOString()}`]),
  ];
  return `#${parts.join('&')}`;
}

/** Parses such a fragment; undefined if it is empty. Without `km` and `days` they have their defaults. */
export function parseLookUpAddress(hash: string): ParsedLookUpAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.size === 0) return undefined;
  const shape = readShape(fields);
  if (!shape) return refused('place');
  const renderError = drawingErrorOf(shape);
  if (renderError) return refused(renderError);
  const name = (fields.get('name') ?? '').trim();
  if (name.length > MAX_FIRE_NAME_LENGTH) return refused('name');
  const radiusKm = LOOK_UP_RADII_KM.find((km) => String(km) === (fields.get('km') ?? String(DEFAULT_RADIUS_KM)));
  if (radiusKm === undefined) return refused('radius');
  const reportedMs = parseIsoInstant(fields.get('t') ?? '');
  if (reportedMs === undefined) return refused('reported');
  const days = LOOK_BACK_DAYS.find((count) => String(count) === (fields.get('days') ?? String(DEFAULT_DAYS)));
  if (days === undefined) return refused('days');
  const before = fields.get('before');
  const beforeMs = before === null ? undefined : parseIsoInstant(before);
  const inTime = beforeMs === undefined || (beforeMs <= reportedMs && beforeMs > reportedMs - days * DAY_MS);
  if (!inTime || (before !== null && beforeMs === undefined)) return refused('before');
  const query = { shape, name, radiusKm, reportedMs, days };
  return { ok: true, query: beforeMs === undefined ? query : { ...query, beforeMs } };
}

const refused = (lookUpAddressError: LookUpAddressError) => ({ ok: false, error: lookUpAddressError }) as const;

/** Any position passes: only the server knows the home area. */
const ANYWHERE = { west: -180, south: -90, east: 180, north: 90 };

export function drawingErrorOf(shape: Shape): 'place' | OutlineDrawingError | undefined {
  if (cornersOf(shape).length === 0) return 'place';
  const error = shapeError(shapeInAddress(shape), ANYWHERE, ANYWHERE, LOOKED_UP_SHAPE);
  return error === 'open' || error === 'outside-coverage' ? 'place' : (error ?? undefined);
}
