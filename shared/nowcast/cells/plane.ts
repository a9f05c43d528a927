import { EARTH_RADIUS_KM, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';

const DEGREES = Math.PI / 180;

/** Kilometres east and north of the centre of a plane. */
export interface PlanePoint {
  readonly xKm: number;
  readonly yKm: number;
}

/**
 * The azimuthal equidistant plane around a centre: distances within 700 km of it are accurate to 0.2 %. Away from the
 * centre's meridian the plane's north differs from true north; `trueVelocity` converts a velocity.
 */
export interface Plane {
  toKm(position: Position): PlanePoint;
  toDegrees(point: PlanePoint): Position;
  /** Converts a velocity along the plane's axes to true east and north, in the same unit. */
  trueVelocity(point: PlanePoint, velocity: Velocity): { readonly east: number; readonly north: number };
  planeVelocity(point: PlanePoint, velocity: { readonly east: number; readonly north: number }): Velocity;
}

/** Along the axes of a plane, in km/min. */
export interface Velocity {
  readonly vx: number;
  readonly vy: number;
}

export function createPlane(centre: Position): Plane {
  const sine0 = Math.sin(centre.latitude * DEGREES);
  const cosine0 = Math.cos(centre.latitude * DEGREES);

  function toKm({ latitude, longitude }: Position): PlanePoint {
    const sine = Math.sin(latitude * DEGREES);
    const cosine = Math.cos(latitude * DEGREES);
    const east = (longitude - centre.longitude) * DEGREES;
    const x = cosine * Math.sin(east);
    const y = cosine0 * sine - sine0 * cosine * Math.cos(east);
    const across = Math.hypot(x, y);
    const angle = Math.atan2(across, sine0 * sine + cosine0 * cosine * Math.cos(east));
    const scale = across === 0 ? EARTH_RADIUS_KM : (EARTH_RADIUS_KM * angle) / across;
    return { xKm: x * scale, yKm: y * scale };
  }

  function toDegrees({ xKm, yKm }: PlanePoint): Position {
    const distanceKm = Math.hypot(xKm, yKm);
    if (distanceKm === 0) return centre;
    const angle = distanceKm / EARTH_RADIUS_KM;
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    const latitude = Math.asin(cosine * sine0 + (yKm * sine * cosine0) / distanceKm) / DEGREES;
    const east = Math.atan2(xKm * sine, distanceKm * cosine0 * cosine - yKm * sine0 * sine) / DEGREES;
    return { latitude, longitude: centre.longitude + east };
  }

  /** Rotation of the plane's north against true north at a point, as cosine and sine. */
  function turnAt({ xKm, yKm }: PlanePoint): readonly [number, number] {
    const from = toDegrees({ xKm, yKm: yKm - 1 });
    const to = toDegrees({ xKm, yKm: yKm + 1 });
    const north = (to.latitude - from.latitude) * KM_PER_DEGREE;
    const east =
      (to.longitude - from.longitude) * KM_PER_DEGREE * Math.cos(((from.latitude + to.latitude) / 2) * DEGREES);
    const length = Math.hypot(north, east);
    return [north / length, east / length];
  }

  return {
    toKm,
    toDegrees,
    trueVelocity(point, { vx, vy }) {
      const [cosine, sine] = turnAt(point);
      return { east: vx * cosine + vy * sine, north: vy * cosine - vx * sine };
    },
    planeVelocity(point, { east, north }) {
      const [cosine, sine] = turnAt(point);
      return { vx: east * cosine - north * sine, vy: north * cosine + east * sine };
    },
  };
}
