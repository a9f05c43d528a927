import { MAX_MERCATOR_LATITUDE } from '#shared/geo/tile.ts';

const WORLD = 2 ** 32;

/**
 * Web mercator as 32-bit fixed point: the world is 2³² units wide (9 mm at the equator), 0 is 180° W. Given as signed
 * integers because differences of those wrap like the globe does, and are exact where floats of the GPU are not.
 */
export function mercatorFixedX(longitude: number): number {
  return Math.floor(((longitude + 180) / 360) * WORLD) | 0;
}

/** As `mercatorFixedX`, southwards from 85.05° N. */
export function mercatorFixedY(latitude: number): number {
  const clamped = Math.max(-MAX_MERCATOR_LATITUDE, Math.min(MAX_MERCATOR_LATITUDE, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  const fraction = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(WORLD - 1, Math.max(0, Math.floor(fraction * WORLD))) | 0;
}
