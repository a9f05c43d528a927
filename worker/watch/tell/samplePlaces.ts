import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';

/** So many places stand for a shape: a forecast is for 10 km around each. */
const MOST = 8;

/** Some corners of a shape, spread evenly over it. */
export function samplePlaces(shape: Shape): Position[] {
  const corners = cornersOf(shape).map(([longitude, latitude]) => ({ latitude, longitude }));
  const step = Math.ceil(corners.length / MOST);
  return corners.filter((_, index) => index % step === 0);
}
