import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { mercatorY } from '#shared/geo/mercator.ts';
import type { StrikeScope } from '#web/sky/strikes/findStrike.ts';
import { nearestStrike } from '#web/sky/strikes/findStrike.ts';
import type { StoredStrike, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

/** The nearest strike beyond one side of the view, and where the line to it crosses the view's edge. */
export interface StrikeBeyond {
  readonly strike: StoredStrike;
  readonly km: number;
  /** Shares of the view's width and height from its left upper corner. */
  readonly at: { readonly x: number; readonly y: number };
  /** Clockwise from upwards, degrees on the screen. */
  readonly turn: number;
}

export interface BeyondScope extends Pick<StrikeScope, 'fromMs' | 'toMs'> {
  readonly box: BBox;
  /** What distances are measured from. */
  readonly from: Position;
  readonly withinKm: number;
}

/** Arrows that stand nearer to each other than this share of the view would lie one over the other. */
const APART = 0.2;

/** The nearest strikes beyond the view, at most one for each of its four sides, nearest first. */
export function strikesBeyond(store: StrikeStore, { box, from, fromMs, toMs, withinKm }: BeyondScope): StrikeBeyond[] {
  const { west, south, east, north } = box;
  const sides: readonly BBox[] = [
    { west: -180, east: 180, south: north, north: 90 },
    { west: -180, east: 180, south: -90, north: south },
    { west: -180, east: west, south, north },
    { west: east, east: 180, south, north },
  ];
  return sides
    .flatMap((within) => nearestStrike(store, from, { fromMs, toMs, within }) ?? [])
    .map((strike) => ({ strike, km: distanceKm(from, strike), ...edgeTowards(box, strike) }))
    .filter(({ strike, km }) => km <= withinKm && !bboxContains(box, strike.longitude, strike.latitude))
    .toSorted((a, b) => a.km - b.km)
    .filter(({ at }, index, all) => !all.slice(0, index).some((nearer) => together(nearer.at, at)));
}

const together = (a: StrikeBeyond['at'], b: StrikeBeyond['at']) =>
  Math.abs(a.x - b.x) < APART && Math.abs(a.y - b.y) < APART;

/** Where the line from the middle of the box to a place outside it crosses its edge, on a Mercator map. */
export function edgeTowards(box: BBox, to: Position): Pick<StrikeBeyond, 'at' | 'turn'> {
  const [top, bottom] = [mercatorY(box.north), mercatorY(box.south)];
  const [width, height] = [(box.east - box.west) / 360, bottom - top];
  const dx = (to.longitude - (box.west + box.east) / 2) / 360;
  const dy = mercatorY(to.latitude) - (top + bottom) / 2;
  const reach = Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy));
  return {
    at: { x: 0.5 + (dx * reach) / width, y: 0.5 + (dy * reach) / height },
    turn: (Math.atan2(dx, -dy) * 180) / Math.PI,
  };
}
