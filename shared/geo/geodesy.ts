/** Mean radius of the Earth. */
export const EARTH_RADIUS_KM = 6_371.0088;
const DEGREES = Math.PI / 180;
export const KM_PER_DEGREE = EARTH_RADIUS_KM * DEGREES;

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance on the mean sphere, within 0.5 % of the ellipsoid. */
export function distanceKm(a: Position, b: Position): number {
  const halfLatitude = Math.sin(((b.latitude - a.latitude) * DEGREES) / 2);
  const halfLongitude = Math.sin(((b.longitude - a.longitude) * DEGREES) / 2);
  const chord =
    halfLatitude ** 2 + Math.cos(a.latitude * DEGREES) * Math.cos(b.latitude * DEGREES) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Initial bearing from `a` to `b` in degrees clockwise from north, 0 ≤ bearing < 360. */
export function bearingDegrees(a: Position, b: Position): number {
  const [from, to] = [a.latitude * DEGREES, b.latitude * DEGREES];
  const east = (b.longitude - a.longitude) * DEGREES;
  const y = Math.sin(east) * Math.cos(to);
  const x = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east);
  return (Math.atan2(y, x) / DEGREES + 360) % 360;
}

export const COMPASS_POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

export function compassPoint(bearing: number): CompassPoint {
  return COMPASS_POINTS[Math.round(bearing / 45) % 8] ?? 'n';
}

/** A closed ring of `corners` + 1 positions. */
export function circleAround(centre: Position, radiusKm: number, corners = 96): [number, number][] {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const latitude = centre.latitude * DEGREES;
  return Array.from({ length: corners + 1 }, (_, index) => {
    const bearing = ((index % corners) / corners) * 2 * Math.PI;
    const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing);
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * sine,
    );
    return [centre.longitude + east / DEGREES, Math.asin(sine) / DEGREES];
  });
}
