import type { Position } from '#shared/geo/geodesy.ts';
import type { Plane } from './plane.ts';
import type { StormCell, Trend } from './StormCell.ts';

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
