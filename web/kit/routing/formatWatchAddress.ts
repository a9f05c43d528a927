import type { Shape } from '#shared/geo/shape/Shape.ts';
import { DEFAULT_DWELL_MS } from '#shared/watch/Area.ts';
import { formatShape } from './shapeAddress.ts';

/** A place that a page watches, as its address names it. */
export interface WatchedPlace {
  readonly shape: Shape;
  /** Empty if it has none. */
  readonly name: string;
  /** Outermost first, each at most the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
  /** Whether watch and warning begin only while strikes come closer. */
  readonly approachOnly?: boolean;
}

export const DEFAULT_DWELL_MIN = DEFAULT_DWELL_MS / 60_000;

/** Writes the fragment that names the place, to some 10 m. It stays in the browser: no request carries it. */
export function formatWatchAddress({ shape, name, ringsKm, dwellMin, approachOnly }: WatchedPlace): string {
  const named = name === '' ? '' : `&name=${encodeURIComponent(name)}`;
  return `#${formatShape(shape)}${named}&rings=${ringsKm.join(',')}&dwell=${dwellMin}${approachOnly ? '&approach=1' : ''}`;
}
