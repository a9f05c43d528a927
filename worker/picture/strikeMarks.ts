import { type AgeClass, ageClassOf } from '#shared/ageClass.ts';
import type { DrawingSize } from '#shared/picture/frame.ts';
import type { SquareGrid } from '#worker/archive/squareCounts.ts';
import type { PictureFrame } from './pictureFrame.ts';

export interface PicturedStrike {
  readonly atMs: number;
  readonly longitude: number;
  readonly latitude: number;
}

export interface CountedSquare extends Readonly<Record<AgeClass, number>> {
  readonly x: number;
  readonly y: number;
}

/** The strikes in view: each of them or, if there are many, counts per square of the frame. */
export type SeenStrikes =
  | { readonly kind: 'each'; readonly strikes: readonly PicturedStrike[] }
  | { readonly kind: 'counted'; readonly squares: readonly CountedSquare[] };

export function numberOf(seen: SeenStrikes): number {
  if (seen.kind === 'each') return seen.strikes.length;
  return seen.squares.reduce((sum, { fresh, recent, old }) => sum + fresh + recent + old, 0);
}

/** Older ones first, so that newer ones are drawn over them. */
export const AGES: readonly AgeClass[] = ['old', 'recent', 'fresh'];

/** More strikes are drawn as one spark a square, so that a picture's size does not depend on the storm. */
export const MAX_DOTS = 1_500;
const MAX_SQUARES = 2_000;
const LEAST_SQUARE_PX = 6;

type Place = readonly [x: number, y: number];

export function squareSide({ width, height }: DrawingSize): number {
  return Math.max(LEAST_SQUARE_PX, Math.ceil(Math.sqrt((width * height) / MAX_SQUARES)));
}

export function squareGrid(frame: PictureFrame): SquareGrid {
  const squares = frame.world / squareSide(frame);
  return {
    west: frame.left * 360 - 180,
    north: (1 - 2 * frame.upper) * Math.PI,
    perDegree: squares / 360,
    perRadian: squares / (2 * Math.PI),
  };
}

/** In whole pixels; the newest strike of each pixel. */
export function dotPlaces(
  strikes: readonly PicturedStrike[],
  frame: PictureFrame,
  nowMs: number,
): Readonly<Record<AgeClass, Place[]>> {
  const newest = new Map<string, { readonly place: Place; readonly atMs: number }>();
  for (const { longitude, latitude, atMs } of strikes) {
    const [x, y] = frame.project(longitude, latitude);
    const place = [Math.round(x), Math.round(y)] as const;
    const there = newest.get(place.join());
    if (!there || there.atMs < atMs) newest.set(place.join(), { place, atMs });
  }
  const places: Record<AgeClass, Place[]> = { fresh: [], recent: [], old: [] };
  for (const { place, atMs } of newest.values()) places[ageClassOf(nowMs - atMs)].push(place);
  return places;
}

/** One place for each square, its middle, with the age of its newest strikes: counts tell of no places within. */
export function squarePlaces(
  squares: readonly CountedSquare[],
  frame: PictureFrame,
): Readonly<Record<AgeClass, readonly Place[]>> {
  const side = squareSide(frame);
  const places: Record<AgeClass, Place[]> = { fresh: [], recent: [], old: [] };
  for (const square of squares) {
    const newest = AGES.findLast((age) => square[age] > 0) ?? 'old';
    places[newest].push([Math.round((square.x + 0.5) * side), Math.round(frame.top + (square.y + 0.5) * side)]);
  }
  return places;
}
