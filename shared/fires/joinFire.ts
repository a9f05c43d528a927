import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/shape/Shape.ts';
import { candidatesOf, flashesOf, LONGEST_SMOULDER_MS } from '#shared/lookUp/candidatesOf.ts';
import { type Accuracy, DEVIATIONS_OF_HALF, ellipseOf } from '#shared/lookUp/Ellipse.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { type Fire, firstPass } from './gatherFires.ts';
import { firstSeenRate, HOLDOVER, IGNITIONS_A_FLASH, unreadShare } from './survival.ts';

export type LightningState = 'likely' | 'possible' | 'unlikely' | 'none' | 'unread';

/** A flash that may have lit the fire: at its best stroke. */
export interface FireCandidate {
  readonly strike: Strike;
  readonly distanceKm: number;
  /** Of all that lightning is expected to have lit here, what this flash is: 0 to 1. */
  readonly share: number;
}

export interface LightningVerdict {
  readonly state: LightningState;
  /** That lightning lit it, 0 to 1; at least that if `unreadShare` is above 0. Never a proof. */
  readonly chance: number;
  /** Of the flashes that could have lit it, the share that fell while nothing was read. */
  readonly unreadShare: number;
  /** By the order of the look-up, of those with the largest shares. */
  readonly candidates: readonly FireCandidate[];
}

interface JoinSettings {
  /** Fires that lightning did not light, for each km² and hour there and then. */
  readonly otherRate: number;
  /** From the look before to the pass that saw it first. */
  readonly lookHours: number;
  /** What of the 14 days before was not read. */
  readonly unread: readonly Span[];
  /** Of the source of the strikes. */
  readonly accuracy: Accuracy;
}

/** What of a fire the join looks at. */
type FirstSight = Pick<Fire, 'latitude' | 'longitude' | 'firstSeenMs' | 'hotspots'>;

export const CANDIDATE_KM = 10;
export const LOOK_BACK_MS = LONGEST_SMOULDER_MS;
/** Satellites see three in ten of the fires that are lit. */
const SEEN_FIRES_A_FLASH = IGNITIONS_A_FLASH * 0.3;
/** How far a pixel may lie beside the fire, besides its size: one standard deviation. */
const PIXEL_ERROR_KM = 0.3;
const LIKELY = 0.5;
const POSSIBLE = 0.1;
const MOST_UNREAD = 0.05;
const MOST_CANDIDATES = 5;
const HOLDOVER_HERE = HOLDOVER.mediterranean;

/**
 * Whether lightning lit a fire. `chance` is Λ/(Λ + β): fires that lightning is expected to show for the first time at this place
 * and pass, beside those of all other causes. Λ sums over the flashes within 10 km and 14 days before: fires for each flash, times how
 * dense its place is here, times the share that first shows in these hours. `strikes` may hold others.
 */
export function joinFire(fire: FirstSight, strikes: readonly Strike[], settings: JoinSettings): LightningVerdict {
  const { otherRate, lookHours, unread, accuracy } = settings;
  const densityOf = densityAround(fire, accuracy);
  const strokes = strikes.flatMap((strike) => {
    const hours = (fire.firstSeenMs - strike.atMs) / HOUR_MS;
    if (hours < 0 || fire.firstSeenMs - strike.atMs > LOOK_BACK_MS) return [];
    const density = densityOf(strike);
    return density === undefined
      ? []
      : [{ ...strike, weight: density * firstSeenRate(HOLDOVER_HERE, hours, lookHours) }];
  });
  // Strokes of one flash lit one fire or none, wherever each of them struck.
  const flashes = flashesOf(strokes).map((flash) => ({
    flash,
    weight: flash.reduce((sum, { weight }) => sum + weight, 0) / flash.length,
  }));
  const sum = flashes.reduce((total, { weight }) => total + weight, 0);
  const expected = SEEN_FIRES_A_FLASH * sum;
  const chance = expected / (expected + otherRate);
  const largest = flashes.sort((a, b) => b.weight - a.weight).slice(0, MOST_CANDIDATES);
  const shares = new Map(
    largest.flatMap(({ flash, weight }) => flash.map(({ id }) => [id, weight / (sum || 1)] as const)),
  );
  const candidates = candidatesOf(
    { shape: pointAt(fire), radiusKm: CANDIDATE_KM, reportedMs: fire.firstSeenMs },
    largest.flatMap(({ flash }) => flash),
    accuracy,
  ).map(({ best, distanceKm }) => ({ strike: best, distanceKm, share: shares.get(best.id) ?? 0 }));
  const missed = unreadShare(HOLDOVER_HERE, unread, fire.firstSeenMs, LOOK_BACK_MS / HOUR_MS, lookHours);
  return { state: stateOf(chance, flashes.length, missed), chance, unreadShare: missed, candidates };
}

/** More lightning can only raise the chance: what is likely already is so whatever is missing, and no other state is known. */
function stateOf(chance: number, flashes: number, missed: number): LightningState {
  if (chance >= LIKELY) return 'likely';
  if (missed >= MOST_UNREAD) return 'unread';
  if (chance >= POSSIBLE) return 'possible';
  return flashes === 0 && missed === 0 ? 'none' : 'unlikely';
}

/**
 * How dense, for each km², the true place of a stroke is at the fire: a normal distribution of its ellipse, of the pixels and
 * of how far those of the first pass spread. Undefined beyond 10 km.
 */
function densityAround(fire: FirstSight, accuracy: Accuracy): (strike: Strike) => number | undefined {
  const kmEast = KM_PER_DEGREE * Math.cos((fire.latitude * Math.PI) / 180);
  const offset = ({ latitude, longitude }: Position) =>
    [(longitude - fire.longitude) * kmEast, (latitude - fire.latitude) * KM_PER_DEGREE] as const;
  const own = variances(firstPass(fire.hotspots), offset);
  return (strike) => {
    const [east, north] = offset(strike);
    if (east * east + north * north > CANDIDATE_KM ** 2) return undefined;
    const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipseOf(strike.detail, accuracy);
    const turn = (bearingDegrees * Math.PI) / 180;
    const along = east * Math.sin(turn) + north * Math.cos(turn);
    const across = east * Math.cos(turn) - north * Math.sin(turn);
    const ofAlong = (semiMajorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    const ofAcross = (semiMinorKm / DEVIATIONS_OF_HALF) ** 2 + own;
    return (
      Math.exp(-0.5 * (along ** 2 / ofAlong + across ** 2 / ofAcross)) / (2 * Math.PI * Math.sqrt(ofAlong * ofAcross))
    );
  };
}

/** Mean variance along one axis of where in these pixels the fire began, km². */
function variances(
  pixels: Fire['hotspots'],
  offset: (place: Position) => readonly [east: number, north: number],
): number {
  // A box's place is spread evenly: a twelfth of the square of its side along each axis.
  const sum = pixels.reduce((total, pixel) => {
    const [east, north] = offset(pixel);
    return total + (east ** 2 + north ** 2) / 2 + (pixel.scanKm ** 2 + pixel.trackKm ** 2) / 24;
  }, 0);
  return PIXEL_ERROR_KM ** 2 + sum / Math.max(1, pixels.length);
}
