import { DEFAULT_DWELL_MS, type Shape } from '#shared/watch/Area.ts';
import { encodeShape } from './shapeCode.ts';

/** A place that a page watches, as its address names it. */
export interface WatchedPlace {
  readonly shape: Shape;
  /** Empty if it has none. */
  readonly name: string;
  /** Outermost first, each at most the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
}

export const DEFAULT_DWELL_MIN = DEFAULT_DWELL_MS / 60_000;

const DECIMALS = 4;

/** Writes the fragment that names the place, to some 10 m. It stays in the browser: no request carries it. */
export function formatWatchAddress({ shape, name, ringsKm, dwellMin }: WatchedPlace): string {
  const named = name === '' ? '' : `&name=${encodeURIComponent(name)}`;
  return `#${formatShape(shape)}${named}&rings=${ringsKm.join(',')}&dwell=${dwellMin}`;
}

function formatShape(shape: Shape): string {
  if (shape.type !== 'Point') return `shape=${encodeShape(shape)}`;
  const [longitude, latitude] = shape.coordinates;
  return `at=${[latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(',')}`;
}
