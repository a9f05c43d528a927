import type { Position } from '#shared/geo/geodesy.ts';
import { type Calibration, type ForecastResult, requestedAt, resultAt } from './arrivalAt.ts';
import { CellTracker, FlashWindow, type FormerSelf, type Stroke } from './CellTracker.ts';
import { AS_FITTED } from './chanceOf.ts';
import { type AdvectedFlash, advectFlashes, FlashField } from './FlashField.ts';
import {
  type ForecastOutcome,
  ObservedArea,
  PendingForecasts,
  PendingPositions,
  type PositionOutcome,
  RecentBias,
  type RecentBiasMemory,
  type SeenExtent,
} from './pendingForecasts.ts';
import { type CellReport, createPlane, type Plane, reportOf, type StormCell } from './StormCell.ts';

const KMH = 60;

export interface NowcastCell extends Position {
  readonly id: number;
  /** Along the axes of the plane around the nowcast's centre. Its north is true north only on its meridian. */
  readonly eastKmH: number;
  readonly northKmH: number;
  readonly showArrow: boolean;
}

export interface RunningNowcast {
  /** Around the centre; `storms` and `carried` use its coordinates. */
  readonly plane: Plane;
  /** Call once a minute, with the strikes since the last call in any order. Moves the cells to `nowMs`. */
  tick(nowMs: number, strikes: readonly Stroke[]): void;
  cells(): readonly NowcastCell[];
  storms(): readonly StormCell[];
  reports(): readonly CellReport[];
  carried(): readonly AdvectedFlash[];
  at(latitude: number, longitude: number): ForecastResult;
  outcomes(): Outcomes;
  /** The corrections so far; `at` uses them. */
  calibration(): Calibration;
  /** Replaces the correction with one fitted to many days. The recent bias stays. */
  relearn(calibration: Calibration): void;
  /** Memory of the last hours, for the next nowcast. */
  memory(): NowcastMemory;
  nextId(): number;
  /** Restores former ids of cells by their present ids. Former ids must be below `firstId`. */
  rename(former: ReadonlyMap<number, FormerSelf>): void;
}

export interface NowcastMemory {
  readonly drift: RecentBiasMemory;
  readonly seen: SeenExtent | undefined;
}

export interface Outcomes {
  readonly forecasts: readonly ForecastOutcome[];
  readonly positions: readonly PositionOutcome[];
}

/**
 * Storm cells within 700 km of a centre, and forecasts for places. Deterministic. `firstId`: the number of the first
 * cell. `memory`: that of the previous nowcast.
 */
export function createNowcast(centre: Position, firstId = 1, memory?: NowcastMemory): RunningNowcast {
  const plane = createPlane(centre);
  const window = new FlashWindow(plane);
  const tracker = new CellTracker(firstId);
  const drift = new RecentBias(memory?.drift);
  const field = new ObservedArea(memory?.seen);
  const forecasts = new PendingForecasts(field);
  const positions = new PendingPositions();
  let ofDays: Calibration = { odds: AS_FITTED };
  let outcomes: Outcomes = { forecasts: [], positions: [] };
  let storms: readonly StormCell[] = [];
  let carried: FlashField | undefined;
  let atMs = 0;

  function nowCarried(): FlashField {
    carried ??= new FlashField(advectFlashes(atMs, window.flashes, storms));
    return carried;
  }

  const calibration = (): Calibration => ({ ...ofDays, odds: drift.over(ofDays.odds) });
  return {
    plane,
    tick(nowMs, strikes) {
      const stepMs = atMs === 0 ? 0 : nowMs - atMs;
      const begun = window.advance(nowMs, strikes);
      storms = tracker.advance(nowMs, window.flashes);
      carried = undefined;
      atMs = nowMs;
      const calibrationBefore = calibration();
      outcomes = {
        forecasts: forecasts.advance(nowMs, begun, nowCarried(), (place, near) =>
          requestedAt(place, near, storms, calibrationBefore),
        ),
        positions: positions.advance(nowMs, storms),
      };
      drift.advance(nowMs, stepMs, forecasts, ofDays.odds);
    },
    cells: () =>
      storms.map((cell) => ({
        id: cell.id,
        ...plane.toDegrees(cell),
        eastKmH: cell.vx * KMH,
        northKmH: cell.vy * KMH,
        showArrow: cell.showArrow,
      })),
    storms: () => storms,
    reports: () => storms.map((cell) => reportOf(cell, plane, atMs)),
    carried: () => nowCarried().all,
    at(latitude, longitude) {
      const place = plane.toKm({ latitude, longitude });
      return resultAt(place, nowCarried().near(place), storms, calibration());
    },
    outcomes: () => outcomes,
    calibration,
    relearn(calibrationOfDays) {
      ofDays = calibrationOfDays;
    },
    memory: () => ({ drift: drift.memory, seen: field.extent }),
    nextId: () => tracker.nextId,
    rename(former) {
      tracker.rename(former, window.flashes);
      storms = storms.map((cell) => ({ ...cell, ...former.get(cell.id) }));
      carried = undefined;
    },
  };
}
