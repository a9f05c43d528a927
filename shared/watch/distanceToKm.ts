import { distanceKm, KM_PER_DEGREE, type Position } from '../geo/geodesy.ts';
import type { Shape } from './Area.ts';

type Corner = readonly [longitude: number, latitude: number];

const RADIANS = Math.PI / 180;

/**
 * Distance from the shape to `at`, 0 within a polygon. Lines and edges are straight on a plane through the middle between
 * them and `at`: 3 m off at 10 km. Shapes that cross the antimeridian are not known here.
 */
export function distanceToKm(shape: Shape, at: Position): number {
  if (shape.type === 'Point') {
    const [longitude, latitude] = shape.coordinates;
    return distanceKm({ latitude, longitude }, at);
  }
  const line: readonly Corner[] = shape.type === 'LineString' ? shape.coordinates : shape.coordinates[0];
  if (shape.type === 'Polygon' && encloses(line, at)) return 0;
  let nearestKm = Number.POSITIVE_INFINITY;
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    if (from && to) nearestKm = Math.min(nearestKm, distanceToEdgeKm(from, to, at));
  }
  return nearestKm;
}

function distanceToEdgeKm(from: Corner, to: Corner, { latitude, longitude }: Position): number {
  const middle = (latitude + (from[1] + to[1]) / 2) / 2;
  const kmEast = KM_PER_DEGREE * Math.cos(middle * RADIANS);
  const [ax, ay] = [(from[0] - longitude) * kmEast, (from[1] - latitude) * KM_PER_DEGREE];
  const [bx, by] = [(to[0] - longitude) * kmEast, (to[1] - latitude) * KM_PER_DEGREE];
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

/** Whether a ray to the east crosses the ring an odd number of times. */
function encloses(ring: readonly Corner[], { latitude, longitude }: Position): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [from, to] = [ring[index - 1], ring[index]];
    if (!from || !to || from[1] > latitude === to[1] > latitude) continue;
    const crossing = from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
    if (longitude < crossing) inside = !inside;
  }
  return inside;
}
