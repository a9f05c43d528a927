import type { Position } from '#shared/geo/geodesy.ts';
import { PLACE_RADIUS_KM, PLACE_REACH_KM } from '#shared/limits.ts';
import type { CellsUpdate } from './CellsUpdate.ts';
import { FLASH_WINDOW_MS, FlashWindow, type Stroke } from './CellTracker.ts';
import {
  AS_FITTED,
  type Chance,
  chanceOf,
  chanceTerms,
  type LogOddsFit,
  logOddsOf,
  type RangeRow,
  rangeOf,
} from './chanceOf.ts';
import { type AdvectedFlash, advectFlashes } from './FlashField.ts';
import { createPlane, type PlanePoint, type StormCell, stormOf } from './StormCell.ts';

export const PLACE_STATES = ['here', 'approaching', 'passing', 'away', 'unclear', 'quiet'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

interface CellArrival {
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

/** Forecast of lightning within 10 km of one place. */
export interface ForecastResult extends Chance {
  readonly state: PlaceState;
  /** Minutes until the leading edge of the first cell arrives, at its present motion. Only while approaching. */
  readonly etaMin?: number;
  /** If lightning comes, it comes between these minutes in eight of ten such cases. */
  readonly range80?: readonly [number, number];
  readonly cell?: number;
}

/** Corrections fitted to earlier forecasts; none by default. */
export interface Calibration {
  readonly odds: LogOddsFit;
  readonly ranges?: readonly RangeRow[] | undefined;
}
const NO_CALIBRATION: Calibration = { odds: AS_FITTED };

/** The forecast at a place, from data that both the server and a device with strikes and cells have. */
export function resultAt(
  place: PlanePoint,
  carried: readonly AdvectedFlash[],
  cells: readonly StormCell[],
  calibration: Calibration = NO_CALIBRATION,
): ForecastResult {
  return requestedAt(place, carried, cells, calibration)?.result ?? { state: 'quiet', p30: 0, p60: 0 };
}

/** The same forecast, plus the log odds without corrections; undefined if no flash is within reach. */
export function requestedAt(
  place: PlanePoint,
  carried: readonly AdvectedFlash[],
  cells: readonly StormCell[],
  calibration: Calibration,
): { readonly odds: readonly [number, number]; readonly result: ForecastResult } | undefined {
  const terms = chanceTerms(place, carried);
  if (!terms) return undefined;
  const logOdds = logOddsOf(terms);
  const { inMinutes, ...arrival } = arrivalAt(place, carried, cells);
  const result = { ...arrival, ...chanceOf(logOdds, calibration.odds) };
  if (inMinutes === undefined) return { odds: logOdds, result };
  return { odds: logOdds, result: { ...result, etaMin: inMinutes, range80: rangeOf(inMinutes, calibration.ranges) } };
}

/** The cells' forecast for a place. `strikes`: those of the ten minutes before the cells' time within 120 km of it. */
export function forecastAt(place: Position, cellsUpdate: CellsUpdate, strikes: readonly Stroke[]): ForecastResult {
  const plane = createPlane(place);
  const window = new FlashWindow(plane);
  window.advance(cellsUpdate.atMs, strikes);
  const storms = cellsUpdate.cells.map((cell) => stormOf(cell, plane, cellsUpdate.atMs));
  return resultAt(plane.toKm(place), advectFlashes(cellsUpdate.atMs, window.flashes, storms), storms, cellsUpdate);
}

/** Strikes as columns, in any order. */
interface HeldStrikes {
  readonly length: number;
  readonly atMs: ArrayLike<number>;
  strikeAt(row: number): Stroke;
}

/** Returns the strikes in the ten minutes before `atMs`, oldest first. */
export function heldStrokes(strikes: HeldStrikes, atMs: number): Stroke[] {
  const strokes: Stroke[] = [];
  for (let row = 0; row < strikes.length; row += 1) {
    const fellMs = strikes.atMs[row] as number;
    if (fellMs <= atMs && fellMs > atMs - FLASH_WINDOW_MS) strokes.push(strikes.strikeAt(row));
  }
  return strokes.sort((a, b) => a.atMs - b.atMs);
}
