import { mercatorX, mercatorY } from './mercator.ts';

const WORLD = 2 ** 32;

/**
 * Web mercator as 32-bit fixed point: the world is 2³² units wide (9 mm at the equator), 0 is 180° W. Given as signed
 * integers because differences of those wrap like the globe does, and are exact where floats of the GPU are not.
 */
export function mercatorFixedX(longitude: number): number {
  return Math.floor(mercatorX(longitude) * WORLD) | 0;
}

/** As `mercatorFixedX`, southwards from 85.05° N. */
export function mercatorFixedY(latitude: number): number {
  return Math.min(WORLD - 1, Math.max(0, Math.floor(mercatorY(latitude) * WORLD))) | 0;
}
