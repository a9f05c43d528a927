import { mercatorX, mercatorY } from './mercator.ts';

const WORLD = 2 ** 32;

/**
 * Web mercator as 32-bit fixed point: the world is 2³² units wide (9 mm each at the equator), 0 is 180° W. Signed
 * integers, because their differences wrap as the globe does and are exact, unlike floats on the GPU.
 */
export function mercatorFixedX(longitude: number): number {
  return Math.floor(mercatorX(longitude) * WORLD) | 0;
}

/** Like `mercatorFixedX`, southwards from 85.05° N. */
export function mercatorFixedY(latitude: number): number {
  return Math.min(WORLD - 1, Math.max(0, Math.floor(mercatorY(latitude) * WORLD))) | 0;
}
