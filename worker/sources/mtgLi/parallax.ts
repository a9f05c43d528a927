import type { Position } from '#shared/geo/geodesy.ts';

/** The ellipsoid that the imager's positions lie on (WGS 84), in kilometres. */
const EQUATOR_KM = 6378.137;
const POLE_KM = 6356.752_314_245;
const E2 = 1 - (POLE_KM / EQUATOR_KM) ** 2;
/** The satellite stands over 0° N 0° E, this far from the centre of the Earth. */
const SATELLITE_KM = 42_164.16;
/** A usual height of thunderstorms' tops over home. Those of 8 to 14 km are then misplaced by up to 8 km. */
const CLOUD_TOP_KM = 11;
const TURNS = 4;

type Point = readonly [x: number, y: number, z: number];

/**
 * Where a flash was whose light seems to come from `seen`, a place on the ground: the satellite looks at cloud tops from
 * the side, so that they appear too far away from it, over home by 10 km in the southwest to 21 km in the northeast.
 */
export function belowCloudTop(seen: Position): Position {
  const ground = pointOf(seen);
  const towards: Point = [SATELLITE_KM - ground[0], -ground[1], -ground[2]];
  const length = Math.hypot(...towards);
  const at = (km: number) =>
    ground.map((value, axis) => value + ((towards[axis] ?? 0) * km) / length) as unknown as Point;
  let km = CLOUD_TOP_KM;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { heightKm } = placeOf(at(km));
    if (heightKm <= 0) return seen;
    km *= CLOUD_TOP_KM / heightKm;
  }
  const { latitude, longitude } = placeOf(at(km));
  return { latitude, longitude };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const curvatureKm = (latitude: number) => EQUATOR_KM / Math.sqrt(1 - E2 * Math.sin(latitude) ** 2);

function pointOf(place: Position): Point {
  const [latitude, longitude] = [radians(place.latitude), radians(place.longitude)];
  const km = curvatureKm(latitude);
  return [
    km * Math.cos(latitude) * Math.cos(longitude),
    km * Math.cos(latitude) * Math.sin(longitude),
    km * (1 - E2) * Math.sin(latitude),
  ];
}

/** Bowring's formula: exact to millimetres at such heights. */
function placeOf([x, y, z]: Point): Position & { readonly heightKm: number } {
  const axisKm = Math.hypot(x, y);
  const angle = Math.atan2(z * EQUATOR_KM, axisKm * POLE_KM);
  const bulge = (EQUATOR_KM / POLE_KM) ** 2 * E2 * POLE_KM;
  const latitude = Math.atan2(z + bulge * Math.sin(angle) ** 3, axisKm - E2 * EQUATOR_KM * Math.cos(angle) ** 3);
  return {
    latitude: degrees(latitude),
    longitude: degrees(Math.atan2(y, x)),
    heightKm: axisKm / Math.cos(latitude) - curvatureKm(latitude),
  };
}
