import type { CarriedFlash } from './carryFlashes.ts';
import { PLACE_RADIUS_KM } from './chanceTerms.ts';
import type { PlanePoint } from './plane.ts';
import type { StormCell } from './StormCell.ts';

/** How a place lies to the cells around it. */
export const PLACE_STATES = ['here', 'approaching', 'passing', 'away', 'unclear', 'quiet'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export interface Arrival {
  readonly state: PlaceState;
  /** Until the front of the cell that comes first is within 10 km. Only while approaching. */
  readonly inMinutes?: number;
  readonly cell?: number;
}

const HORIZON_MINUTES = 45;
/** The front of a cell: so large a share of its flashes. One flash ahead of the others is no front. */
const FRONT_SHARE = 0.1;
const QUIET_KM = 80;

/** What comes to a place from cells with a clear direction, and when; how the nearest cell moves if nothing comes. */
export function arrivalAt(place: PlanePoint, carried: readonly CarriedFlash[], cells: readonly StormCell[]): Arrival {
  const offsets = carried.map((flash) => ({ ...flash, xKm: flash.xKm - place.xKm, yKm: flash.yKm - place.yKm }));
  const nearest = nearestOf(offsets);
  if (!nearest || nearest.km > QUIET_KM) return { state: 'quiet' };
  if (nearest.km <= PLACE_RADIUS_KM) return { state: 'here', cell: nearest.flash.cell };
  const moving = new Map(cells.filter(({ showArrow }) => showArrow).map((cell) => [cell.id, cell]));
  const first = firstToCome(offsets, moving);
  if (first) return { state: 'approaching', ...first };
  const cell = moving.get(nearest.flash.cell);
  if (!cell) return { state: 'unclear', cell: nearest.flash.cell };
  const { xKm, yKm } = nearest.flash;
  return { state: xKm * cell.vx + yKm * cell.vy < 0 ? 'passing' : 'away', cell: cell.id };
}

function nearestOf(offsets: readonly CarriedFlash[]): { flash: CarriedFlash; km: number } | undefined {
  let nearest: { flash: CarriedFlash; km: number } | undefined;
  for (const flash of offsets) {
    const km = Math.hypot(flash.xKm, flash.yKm);
    if (km < (nearest?.km ?? Number.POSITIVE_INFINITY)) nearest = { flash, km };
  }
  return nearest;
}

function firstToCome(
  offsets: readonly CarriedFlash[],
  moving: ReadonlyMap<number, StormCell>,
): { inMinutes: number; cell: number } | undefined {
  const comingOf = new Map<number, { readonly inMinutes: number; readonly count: number }[]>();
  for (const flash of offsets) {
    if (!moving.has(flash.cell)) continue;
    const held = comingOf.get(flash.cell) ?? [];
    comingOf.set(flash.cell, held);
    held.push({ inMinutes: minutesUntilWithin(flash), count: flash.count });
  }
  let first: { inMinutes: number; cell: number } | undefined;
  for (const [cell, coming] of comingOf) {
    const inMinutes = frontOf(coming);
    if (inMinutes <= HORIZON_MINUTES && inMinutes < (first?.inMinutes ?? Number.POSITIVE_INFINITY)) {
      first = { inMinutes, cell };
    }
  }
  return first;
}

/** When so many of the flashes have come that they are a front. */
function frontOf(coming: { readonly inMinutes: number; readonly count: number }[]): number {
  let before = FRONT_SHARE * coming.reduce((sum, { count }) => sum + count, 0);
  for (const { inMinutes, count } of coming.sort((a, b) => a.inMinutes - b.inMinutes)) {
    before -= count;
    if (before < 0) return inMinutes;
  }
  return Number.POSITIVE_INFINITY;
}

/** Until an offset that moves on comes within 10 km of the origin; infinite if it never does. */
function minutesUntilWithin({ xKm, yKm, vx, vy }: CarriedFlash): number {
  const square = vx * vx + vy * vy;
  const closing = -(xKm * vx + yKm * vy);
  const outside = xKm * xKm + yKm * yKm - PLACE_RADIUS_KM ** 2;
  if (outside <= 0) return 0;
  const root = closing * closing - square * outside;
  if (closing <= 0 || root < 0) return Number.POSITIVE_INFINITY;
  return (closing - Math.sqrt(root)) / square;
}
