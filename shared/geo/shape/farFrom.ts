import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from './Shape.ts';

const RADIANS = Math.PI / 180;
/** More than a plane and the sphere differ by over a ring's reach. */
const PLANE_KM = 0.2;

/**
 * Whether a position is sure to be farther than so many km from the shape, by the box of its corners: a few products, no
 * sine. What is not sure has to be measured.
 */
export function farFrom(shape: Shape): (at: Position, km: number) => boolean {
  const corners = cornersOf(shape);
  const [west, east] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [south, north] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  // Farther to a pole than this a position is beyond by its latitude alone, and nearer a degree is never narrower.
  const margin = 1;
  const poleward = Math.min(90, Math.max(Math.abs(south), Math.abs(north)) + margin);
  const kmEast = KM_PER_DEGREE * Math.cos(poleward * RADIANS);
  return ({ latitude, longitude }, km) => {
    const degrees = Math.max(south - latitude, latitude - north, 0);
    const y = degrees * KM_PER_DEGREE;
    if (y > km + PLANE_KM) return true;
    if (degrees > margin) return false;
    const x = Math.max(west - longitude, longitude - east, 0) * kmEast;
    return x * x + y * y > (km + PLANE_KM) ** 2;
  };
}
