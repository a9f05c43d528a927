import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape, type ShapeError, shapeError, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, DWELL_MIN, RING_KM, WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { type CheckedPart, type Codec, checked, field, fragment, refused, text, upTo } from './address.ts';

const DECIMALS = 4;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** NaN for text that is not a number. */
const numbersIn = (typed: string): number[] =>
  typed.split(',').map((part) => (NUMBER.test(part.trim()) ? Number(part) : Number.NaN));

/** Any position passes: only the server knows the home area, and what it watches. */
const ANYWHERE = { west: -180, south: -90, east: 180, north: 90 };

type Limits = Record<keyof typeof WATCHED_SHAPE, number>;
type ShapeFault = 'place' | Exclude<ShapeError, 'open' | 'outside-coverage'>;

/** The rule that a shape breaks in an address. */
export function errorOf(shape: Shape, limits: Limits = WATCHED_SHAPE): ShapeFault | undefined {
  if (cornersOf(shape).length === 0) return 'place';
  const error = shapeError(shapeInAddress(shape), ANYWHERE, ANYWHERE, limits);
  return error === 'open' || error === 'outside-coverage' ? 'place' : (error ?? undefined);
}

/** A place to some 10 m: `at=42.7,23.3`, or `shape=` and its code. `faultOf` finds the rule that it breaks. */
export const shapePart = (faultOf: typeof errorOf): CheckedPart<Shape, ShapeFault> => ({
  names: ['at', 'shape'],
  parse(parameters) {
    const code = parameters.get('shape');
    const shape = code === null ? pointIn(parameters.get('at') ?? '') : decodeShape(code);
    const fault = shape ? faultOf(shape) : 'place';
    return shape && !fault ? shape : refused(fault ?? 'place');
  },
  format(shape) {
    if (shape.type !== 'Point') return [`shape=${encodeShape(shape)}`];
    const [longitude, latitude] = shape.coordinates;
    return [`at=${[latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(',')}`];
  },
});

function pointIn(typed: string): Shape | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = numbersIn(typed);
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
  return isPosition ? { type: 'Point', coordinates: [longitude, latitude] } : undefined;
}

export interface WatchedPlace {
  readonly shape: Shape;
  /** Empty if it has no name. */
  readonly name: string;
  /** Outermost first, each at most the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
  /** Watch and warning begin only while strikes come closer. */
  readonly approachOnly?: boolean | undefined;
}

export const DEFAULT_DWELL_MIN = DEFAULT_DWELL_MS / 60_000;

export const MAX_NAME_LENGTH = 60;

type RingsFault = 'rings' | 'ringsRange' | 'ringsOrder';

/** The invalid field. `outside`: the rings reach beyond the home area. */
export type WatchError = ShapeFault | 'name' | RingsFault | 'dwell' | 'outside';

const ringsPart: CheckedPart<WatchedPlace['ringsKm'], RingsFault> = {
  names: ['rings'],
  parse(parameters) {
    const typed = parameters.get('rings');
    const [watch = Number.NaN, warning = Number.NaN, stop = Number.NaN, ...more] =
      typed === null ? DEFAULT_RINGS_KM : numbersIn(typed);
    const ringsKm = [watch, warning, stop] as const;
    if (more.length > 0 || ringsKm.some(Number.isNaN)) return refused('rings');
    if (ringsKm.some((km) => km < RING_KM.min || km > RING_KM.max)) return refused('ringsRange');
    return watch < warning || warning < stop ? refused('ringsOrder') : ringsKm;
  },
  format: (ringsKm) => [`rings=${ringsKm.join(',')}`],
};

function dwellIn(typed: string): number | undefined {
  const [dwellMin = Number.NaN, ...more] = numbersIn(typed);
  return dwellMin >= DWELL_MIN.min && dwellMin <= DWELL_MIN.max && more.length === 0 ? dwellMin : undefined;
}

/** Any other value means the rule that alerts more often. */
const approach: Codec<boolean> = { parse: (is) => is === '1' || undefined, format: (is) => (is ? '1' : '') };

/** Missing rings and dwell get the defaults. */
const { parse, format } = fragment<WatchedPlace, WatchError>({
  shape: shapePart((shape) => (shape.type === 'Point' ? undefined : errorOf(shape))),
  name: checked('name', text(upTo(MAX_NAME_LENGTH)), 'name', ''),
  ringsKm: ringsPart,
  dwellMin: checked('dwell', { parse: dwellIn, format: String }, 'dwell', DEFAULT_DWELL_MIN),
  approachOnly: field('approach', approach, undefined),
});

export const formatWatchAddress = format;

export function parseWatchAddress(hash: string) {
  const parsed = parse(hash);
  return parsed?.ok ? ({ ok: true, place: parsed.query } as const) : parsed;
}

export const watchAddress = { parse: parseWatchAddress, format };

const SETUP = 'setup';

/** The same place for the setup page: nothing is watched yet. */
export function formatSetupAddress(place: WatchedPlace): string {
  return formatWatchAddress(place).replace('#', `#${SETUP}=1&`);
}

export function isSetupAddress(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, '')).has(SETUP);
}
