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
  function rotationAt({ xKm, yKm }: PlanePoint): readonly [number, number] {
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
      const [cosine, sine] = rotationAt(point);
      return { east: vx * cosine + vy * sine, north: vy * cosine - vx * sine };
    },
    planeVelocity(point, { east, north }) {
      const [cosine, sine] = rotationAt(point);
      return { vx: east * cosine - north * sine, vy: north * cosine + east * sine };
    },
  };
}

export const TRENDS = ['steady', 'growing', 'fading'] as const;
type Trend = (typeof TRENDS)[number];

/** A group of flashes that is tracked from minute to minute, at one instant and on a plane. */
export interface StormCell extends PlanePoint, Velocity {
  /** Never reused while the nowcast runs. */
  readonly id: number;
  /** Flashes of the last ten minutes. */
  readonly flashes: number;
  /** Nine in ten of its flashes lie inside. */
  readonly radiusKm: number;
  /** Uncertainty of each axis of the velocity, km/min. */
  readonly sigma: number;
  /** True if its motion is certain enough to show a direction. */
  readonly showArrow: boolean;
  readonly trend: Trend;
  readonly bornMs: number;
  /** Its positions in each of the last thirty minutes, oldest first, without the present one. */
  readonly track: readonly PlanePoint[];
}

/** At this threshold, one in twenty steady cells is labelled growing or fading. */
const DEVIATIONS = 2;

/** Trend from two five-minute counts. Given their sum, one of two Poisson counts with equal rates is binomial. */
export function trendOf(early: number, late: number): Trend {
  const sum = early + late;
  if (sum === 0) return 'steady';
  const score = (late - early) / Math.sqrt(sum);
  if (score >= DEVIATIONS) return 'growing';
  return score <= -DEVIATIONS ? 'fading' : 'steady';
}

const MINUTES_AN_HOUR = 60;

/** A published storm cell: in degrees, with its velocity to true east and north. */
export interface CellReport extends Position {
  readonly id: number;
  readonly eastKmH: number;
  readonly northKmH: number;
  readonly sigmaKmH: number;
  /** Nine in ten of its flashes lie inside. */
  readonly radiusKm: number;
  readonly flashes: number;
  readonly showArrow: boolean;
  readonly trend: Trend;
  readonly ageMinutes: number;
  /** Its positions 10, 20 and 30 minutes ago, if it existed then. */
  readonly track: readonly Position[];
}

const TRACK_STEP = 10;

export function reportOf(cell: StormCell, plane: Plane, nowMs: number): CellReport {
  const { east, north } = plane.trueVelocity(cell, cell);
  const past = cell.track.toReversed().filter((_, index) => (index + 1) % TRACK_STEP === 0);
  return {
    id: cell.id,
    ...plane.toDegrees(cell),
    eastKmH: east * MINUTES_AN_HOUR,
    northKmH: north * MINUTES_AN_HOUR,
    sigmaKmH: cell.sigma * MINUTES_AN_HOUR,
    radiusKm: cell.radiusKm,
    flashes: cell.flashes,
    showArrow: cell.showArrow,
    trend: cell.trend,
    ageMinutes: Math.max(0, Math.round((nowMs - cell.bornMs) / 60_000)),
    track: past.map((point) => plane.toDegrees(point)),
  };
}

/** A reported cell on a plane, for forecasts at places near that plane's centre. */
export function stormOf(report: CellReport, plane: Plane, nowMs: number): StormCell {
  const point = plane.toKm(report);
  const east = report.eastKmH / MINUTES_AN_HOUR;
  const north = report.northKmH / MINUTES_AN_HOUR;
  return {
    id: report.id,
    ...point,
    ...plane.planeVelocity(point, { east, north }),
    sigma: report.sigmaKmH / MINUTES_AN_HOUR,
    radiusKm: report.radiusKm,
    flashes: report.flashes,
    showArrow: report.showArrow,
    trend: report.trend,
    bornMs: nowMs - report.ageMinutes * 60_000,
    track: report.track.map((position) => plane.toKm(position)),
  };
}
