/** Limit of web mercator; points nearer to a pole belong to the outermost row of tiles. */
export const MAX_MERCATOR_LATITUDE = 85.0511287798066;

/** Eastwards from 180° W, as a fraction of the world's width. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Southwards from 85.05° N, as a fraction of the world's height, clamped to 0..1. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-MAX_MERCATOR_LATITUDE, Math.min(MAX_MERCATOR_LATITUDE, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function latitudeAtMercatorY(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

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
