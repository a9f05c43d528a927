import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape, type ShapeError, shapeError, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, DWELL_MIN, RING_KM, WATCHED_SHAPE } from '#shared/watch/Area.ts';

const DECIMALS = 4;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Formats a place for a fragment, to some 10 m: `at=42.7,23.3`, or `shape=` and its code. */
export function formatShape(shape: Shape): string {
  if (shape.type !== 'Point') return `shape=${encodeShape(shape)}`;
  const [longitude, latitude] = shape.coordinates;
  return `at=${[latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(',')}`;
}

/** Undefined if the address has none, or an invalid one. */
export function readShape(fields: URLSearchParams): Shape | undefined {
  const code = fields.get('shape');
  return code === null ? readPoint(fields.get('at') ?? '') : decodeShape(code);
}

/** NaN for text that is not a number; undefined for a missing field. */
function readNumbers(text: string | null): number[] | undefined {
  return text?.split(',').map((part) => (NUMBER.test(part.trim()) ? Number(part) : Number.NaN));
}

function readPoint(text: string): Shape | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = readNumbers(text) ?? [];
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
  return isPosition ? { type: 'Point', coordinates: [longitude, latitude] } : undefined;
}

/** The invalid field. `outside`: the rings reach beyond the home area. */
export type WatchError =
  | 'place'
  | 'name'
  | 'rings'
  | 'ringsRange'
  | 'ringsOrder'
  | 'dwell'
  | 'outside'
  | Exclude<ShapeError, 'open' | 'outside-coverage'>;

type ParsedWatchAddress =
  | { readonly ok: true; readonly place: WatchedPlace }
  | { readonly ok: false; readonly error: WatchError };

export const MAX_NAME_LENGTH = 60;

/** Any position passes: only the server knows what it watches. */
const ANYWHERE = { west: -180, south: -90, east: 180, north: 90 };

/** Parses such a fragment; undefined if it is empty. Missing rings and dwell get the defaults. */
export function parseWatchAddress(hash: string): ParsedWatchAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.size === 0) return undefined;
  const shape = readShape(fields);
  if (!shape) return refused('place');
  const renderError = shape.type === 'Point' ? null : errorOf(shape);
  if (renderError) return refused(renderError);
  const name = (fields.get('name') ?? '').trim();
  if (name.length > MAX_NAME_LENGTH) return refused('name');
  const [watch, warning, stop, ...more] = readNumbers(fields.get('rings')) ?? DEFAULT_RINGS_KM;
  if (watch === undefined || warning === undefined || stop === undefined || more.length > 0) return refused('rings');
  const ringsKm = [watch, warning, stop] as const;
  if (ringsKm.some(Number.isNaN)) return refused('rings');
  if (ringsKm.some((km) => km < RING_KM.min || km > RING_KM.max)) return refused('ringsRange');
  if (watch < warning || warning < stop) return refused('ringsOrder');
  const [dwellMin = Number.NaN, ...rest] = readNumbers(fields.get('dwell')) ?? [DEFAULT_DWELL_MIN];
  const isDwell = dwellMin >= DWELL_MIN.min && dwellMin <= DWELL_MIN.max && rest.length === 0;
  if (!isDwell) return refused('dwell');
  // Any other value means the rule that alerts more often.
  const approach = fields.get('approach') === '1' ? { approachOnly: true } : {};
  return { ok: true, place: { shape, name, ringsKm, dwellMin, ...approach } };
}

const refused = (watchError: WatchError) => ({ ok: false, error: watchError }) as const;

export function errorOf(shape: Shape): WatchError | undefined {
  if (cornersOf(shape).length === 0) return 'place';
  const error = shapeError(shapeInAddress(shape), ANYWHERE, ANYWHERE, WATCHED_SHAPE);
  return error === 'open' || error === 'outside-coverage' ? 'place' : (error ?? undefined);
}

export interface WatchedPlace {
  readonly shape: Shape;
  /** Empty if it has no name. */
  readonly name: string;
  /** Outermost first, each at most the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
  /** Watch and warning begin only while strikes come closer. */
  readonly approachOnly?: boolean;
}

export const DEFAULT_DWELL_MIN = DEFAULT_DWELL_MS / 60_000;

/** Formats the place as a fragment, to some 10 m. It stays in the browser: no request contains it. */
export function formatWatchAddress({ shape, name, ringsKm, dwellMin, approachOnly }: WatchedPlace): string {
  const named = name === '' ? '' : `&name=${encodeURIComponent(name)}`;
  return `#${formatShape(shape)}${named}&rings=${ringsKm.join(',')}&dwell=${dwellMin}${approachOnly ? '&approach=1' : ''}`;
}

const SETUP = 'setup';

/** The same place for the setup page: nothing is watched yet. */
export function formatSetupAddress(place: WatchedPlace): string {
  return formatWatchAddress(place).replace('#', `#${SETUP}=1&`);
}

export function isSetupAddress(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, '')).has(SETUP);
}
