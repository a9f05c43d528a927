import { PLACE_RADIUS_KM, PLACE_REACH_KM } from '#shared/limits.ts';
import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { StormCell } from '#shared/nowcast/cells/StormCell.ts';
import type { AdvectedFlash } from './advectFlashes.ts';

export const PLACE_STATES = ['here', 'approaching', 'passing', 'away', 'unclear', 'quiet'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export interface CellArrival {
  readonly state: PlaceState;
  /** Minutes until the leading edge of the first cell is within 10 km. Only while approaching. */
  readonly inMinutes?: number;
  readonly cell?: number;
}

const HORIZON_MINUTES = 45;
/** Fraction of a cell's flashes that forms its leading edge: one flash ahead of the rest does not. */
const FRONT_SHARE = 0.1;
const QUIET_KM = 80;

/**
 * The next arrival from cells with a clear direction; else the motion of the nearest cell. Flashes out of reach of the
 * place are ignored, even as part of their cell.
 */
export function arrivalAt(
  place: PlanePoint,
  carried: readonly AdvectedFlash[],
  cells: readonly StormCell[],
): CellArrival {
  const moving = new Map(cells.filter(({ showArrow }) => showArrow).map((cell) => [cell.id, cell]));
  const comingOf = new Map<number, Coming[]>();
  let nearest: AdvectedFlash | undefined;
  let nearestKm = PLACE_REACH_KM;
  for (const flash of carried) {
    const [dx, dy] = [flash.xKm - place.xKm, flash.yKm - place.yKm];
    const km = Math.sqrt(dx * dx + dy * dy);
    if (km > PLACE_REACH_KM) continue;
    if (km < nearestKm) {
      nearest = flash;
      nearestKm = km;
    }
    if (!moving.has(flash.cell)) continue;
    const held = comingOf.get(flash.cell) ?? [];
    comingOf.set(flash.cell, held);
    held.push({ inMinutes: minutesUntilWithin(dx, dy, flash.vx, flash.vy), count: flash.count });
  }
  if (!nearest || nearestKm > QUIET_KM) return { state: 'quiet' };
  if (nearestKm <= PLACE_RADIUS_KM) return { state: 'here', cell: nearest.cell };
  const first = firstToCome(comingOf);
  if (first) return { state: 'approaching', ...first };
  const cell = moving.get(nearest.cell);
  if (!cell) return { state: 'unclear', cell: nearest.cell };
  const isClosing = (nearest.xKm - place.xKm) * cell.vx + (nearest.yKm - place.yKm) * cell.vy < 0;
  return { state: isClosing ? 'passing' : 'away', cell: cell.id };
}

interface Coming {
  readonly inMinutes: number;
  readonly count: number;
}

function firstToCome(comingOf: ReadonlyMap<number, Coming[]>): { inMinutes: number; cell: number } | undefined {
  let first: { inMinutes: number; cell: number } | undefined;
  for (const [cell, coming] of comingOf) {
    const inMinutes = frontOf(coming);
    if (inMinutes <= HORIZON_MINUTES && inMinutes < (first?.inMinutes ?? Number.POSITIVE_INFINITY)) {
      first = { inMinutes, cell };
    }
  }
  return first;
}

/** When enough of the flashes have arrived to form a leading edge. */
function frontOf(coming: Coming[]): number {
  let before = FRONT_SHARE * coming.reduce((sum, { count }) => sum + count, 0);
  for (const { inMinutes, count } of coming.sort((a, b) => a.inMinutes - b.inMinutes)) {
    before -= count;
    if (before < 0) return inMinutes;
  }
  return Number.POSITIVE_INFINITY;
}

/** Minutes until an object at an offset with a velocity is within 10 km of the origin; infinite if it never is. */
function minutesUntilWithin(dx: number, dy: number, vx: number, vy: number): number {
  const square = vx * vx + vy * vy;
  const closing = -(dx * vx + dy * vy);
  const outside = dx * dx + dy * dy - PLACE_RADIUS_KM ** 2;
  if (outside <= 0) return 0;
  const root = closing * closing - square * outside;
  if (closing <= 0 || root < 0) return Number.POSITIVE_INFINITY;
  return (closing - Math.sqrt(root)) / square;
}
