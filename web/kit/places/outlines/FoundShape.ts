import { distanceKm, EARTH_RADIUS_KM } from '#shared/geo/geodesy.ts';
import type { Corner } from '#shared/geo/Shape.ts';

/** A shape exactly as the file has it, not yet simplified, moved or validated. */
export interface FoundShape {
  readonly type: 'Point' | 'LineString' | 'Polygon';
  /** Numbers as in the file; valid `Corner`s only after `checkDegrees`. For a polygon, its outer ring. */
  readonly corners: readonly Corner[];
  /** Number of rings within the outer one. */
  readonly holes: number;
  /** Empty if it has no name. */
  readonly name: string;
  /** Recorded or drawn as a track: one that ends where it began is an area. */
  readonly isWay?: boolean;
  /** Number of points in each part of a recorded track. */
  readonly parts?: readonly number[];
  /** The format names latitude and longitude, so they cannot be swapped. */
  readonly isNamed?: boolean;
}

/**
 * `outline`: none of the formats. `broken`, `brokenAt`: one of them, but truncated or damaged. `empty`: has no shape;
 * `zeros`: only shapes at 0, 0. `line`: a list line without a position. `tuple`: in KML or GPX, `corner`: in GeoJSON,
 * not a pair of numbers. `header`: has no latitude and longitude columns. `crs`: another coordinate system. `degrees`:
 * out of range. `archive`: KMZ without KML, or too large inside. `encoding`: unknown. `large`, `many`, `slow`: limits
 * of a file, its lines and the time to read it. `shapes`: several, none is chosen. `holes`, `crossing`: an invalid
 * area. `point`: a point is required.
 */
export type OutlineRule =
  | (
      | 'outline'
      | 'broken'
      | 'empty'
      | 'zeros'
      | 'archive'
      | 'large'
      | 'slow'
      | 'shapes'
      | 'holes'
      | 'crossing'
      | 'point'
    )
  | OutlineRuleAt;

/** Rules that name a line or quote the file. */
export type OutlineRuleAt =
  | 'brokenAt'
  | 'line'
  | 'tuple'
  | 'corner'
  | 'header'
  | 'crs'
  | 'degrees'
  | 'encoding'
  | 'many';

export interface OutlineFault {
  readonly rule: OutlineRule;
  /** The line that breaks the rule, or for GeoJSON the corner, counted from 1. */
  readonly line?: number | undefined;
  /** The quoted text of the file. */
  readonly detail?: string | undefined;
}

/** Thrown by the file readers, caught by `readOutlines`. */
export class OutlineError extends Error {
  override name = 'OutlineError';
  readonly fault: OutlineFault;

  constructor(rule: OutlineRule, more: Omit<OutlineFault, 'rule'> = {}) {
    super(rule);
    this.fault = { rule, ...more };
  }
}

const MAX_NUMBER_LENGTH = 40;
const MAX_DETAIL_LENGTH = 60;

/** Parses a number with a decimal point or comma; NaN for anything else, including an empty text. */
export function parseNumber(text: string): number {
  if (text.length > MAX_NUMBER_LENGTH) return Number.NaN;
  const plain = text.includes(',') ? text.trim().replace(',', '.') : text.trim();
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Shortens a text of a file for an error message. */
export function detailOf(text: string): string {
  const plain = text.slice(0, 4 * MAX_DETAIL_LENGTH).trim();
  return plain.length > MAX_DETAIL_LENGTH ? `${plain.slice(0, MAX_DETAIL_LENGTH)}…` : plain;
}

/** @throws OutlineError if the numbers are not valid degrees */
export function checkDegrees({ corners }: FoundShape): void {
  for (const [longitude, latitude] of corners) {
    if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) continue;
    throw new OutlineError('degrees', { detail: [longitude, latitude].map((value) => String(value)).join(', ') });
  }
}

/** Largest distance between the ends of a track that encloses an area: also at most a fifth of its length. */
const CLOSED_KM = 0.05;
const CLOSED_SHARE = 0.2;
const FEWEST_AROUND = 4;

/** Turns a track that ends where it began into the area that it encloses: GPS recorders have no areas. */
export function lineOrArea<Any extends FoundShape>(found: Any): Any {
  const [first, last] = [found.corners[0], found.corners.at(-1)];
  if (!found.isWay || !first || !last || found.corners.length < FEWEST_AROUND) return found;
  const apartKm = kmBetween(first, last);
  if (!(apartKm <= CLOSED_KM) || apartKm > CLOSED_SHARE * lengthKm(found.corners)) return found;
  return { ...found, type: 'Polygon', corners: apartKm === 0 ? found.corners : [...found.corners, first] };
}

export function kmBetween([fromX, fromY]: Corner, [toX, toY]: Corner): number {
  return distanceKm({ longitude: fromX, latitude: fromY }, { longitude: toX, latitude: toY });
}

export function lengthKm(corners: readonly Corner[]): number {
  let km = 0;
  for (let index = 1; index < corners.length; index += 1) {
    km += kmBetween(corners[index - 1] as Corner, corners[index] as Corner);
  }
  return km;
}

const RADIANS = Math.PI / 180;

/** Area of a closed ring on the sphere, in km²; edges are straight on an equal-area map. */
export function areaKm2(ring: readonly Corner[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [fromX, fromY] = ring[index - 1] as Corner;
    const [toX, toY] = ring[index] as Corner;
    sum += (toX - fromX) * RADIANS * (Math.sin(fromY * RADIANS) + Math.sin(toY * RADIANS));
  }
  return Math.abs((sum / 2) * EARTH_RADIUS_KM ** 2);
}
