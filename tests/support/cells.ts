import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import type { Stroke } from '#shared/nowcast/CellTracker.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { type CellReport, createPlane, type PlanePoint } from '#shared/nowcast/StormCell.ts';
import { seededRandom } from '#shared/numbers.ts';

const MINUTE_MS = 60_000;
export const CENTRE = { latitude: 42, longitude: 22 };
const plane = createPlane(CENTRE);

export interface MovingCell {
  readonly from: PlanePoint;
  /** km/h along the plane's axes. */
  readonly east: number;
  readonly north: number;
  readonly perMinute: number;
  readonly spreadKm: number;
  readonly seed?: number;
}

/** The strokes of one minute of a storm that moves straight on. */
export function strokesOf({ from, east, north, perMinute, spreadKm, seed = 1 }: MovingCell, minute: number): Stroke[] {
  const random = seededRandom(seed * 10_000 + minute);
  return Array.from({ length: perMinute }, (_, index) => {
    const at = minute + (index + random()) / perMinute;
    const away = spreadKm * Math.sqrt(-2 * Math.log(random() + 1e-12));
    const angle = 2 * Math.PI * random();
    const xKm = from.xKm + (east / 60) * at + away * Math.cos(angle);
    const yKm = from.yKm + (north / 60) * at + away * Math.sin(angle);
    return { ...plane.toDegrees({ xKm, yKm }), atMs: Math.round(at * MINUTE_MS) };
  });
}

export const AT = Date.UTC(2026, 6, 1, 12, 30);

/** A cell over Sofia that stands still. */
export function aCell(parts: Partial<CellReport> = {}): CellReport {
  return {
    id: 1,
    latitude: 42.7,
    longitude: 23.3,
    eastKmH: 0,
    northKmH: 0,
    sigmaKmH: 8,
    radiusKm: 8,
    flashes: 20,
    showArrow: false,
    trend: 'steady',
    ageMinutes: 25,
    track: [],
    ...parts,
  };
}

export const anUpdate = (cells: readonly CellReport[], parts: Partial<CellsUpdate> = {}): CellsUpdate => ({
  atMs: AT,
  cells,
  odds: AS_FITTED,
  ...parts,
});
