import { HOUR_MS } from '#shared/time/hourKey.ts';

/** A storm, or part of one, that drifts in a straight line from `bornMs` to `diesMs`. */
export interface Drifting {
  /** Unsigned 32-bit; seeds everything inside. */
  readonly key: number;
  readonly bornMs: number;
  readonly diesMs: number;
  /** Centre at birth, degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly eastKmh: number;
  readonly northKmh: number;
}

/** `heading` is in radians north of east. */
export function driftOf(heading: number, speedKmh: number): { eastKmh: number; northKmh: number } {
  return { eastKmh: Math.cos(heading) * speedKmh, northKmh: Math.sin(heading) * speedKmh };
}

/** Where the centre is at `atMs`, in degrees. */
export function centreAt(
  storm: Omit<Drifting, 'key' | 'diesMs'>,
  atMs: number,
): { longitude: number; latitude: number } {
  const hours = (atMs - storm.bornMs) / HOUR_MS;
  return moved(storm, storm.eastKmh * hours, storm.northKmh * hours);
}

const KM_PER_DEGREE = 111.2;

/** The point `eastKm` and `northKm` from `place`. Flat-earth arithmetic, accurate to 1 % at these distances. */
export function moved(
  place: { readonly longitude: number; readonly latitude: number },
  eastKm: number,
  northKm: number,
): { longitude: number; latitude: number } {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
  return { longitude: place.longitude + eastKm / kmPerDegreeEast, latitude: place.latitude + northKm / KM_PER_DEGREE };
}
