import type { BBox } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';

/** Danger from lightning at a place, in rising order. */
export const LEVELS = ['clear', 'watch', 'warning', 'stop'] as const;
export type Level = (typeof LEVELS)[number];

/** A watched place and its rules. A ring is a distance from the shape, 0 inside it. */
export interface Area {
  readonly shape: Shape;
  /** Outermost first, each at most as large as the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  /** A level is held for this long after the last strike within its ring. */
  readonly dwellMs: number;
  /** Margin for late reports: a strike may be reported this long after its time. Set by the server, not by a client. */
  readonly settleMs: number;
  /** This many strikes within 10 min raise watch or warning; one is enough for stop. */
  readonly least: number;
  /** Watch and warning begin only while strikes come closer. */
  readonly approachOnly?: boolean;
}

export const WATCHED_SHAPE = { corners: 200, acrossKm: 300 } as const;

export const RING_KM = { min: 1, max: 60 } as const;
export const DWELL_MIN = { min: 10, max: 60 } as const;

export const DEFAULT_RINGS_KM = [30, 16, 10] as const;
export const DEFAULT_DWELL_MS = 30 * 60_000;
export const SETTLE_MS = 60_000;

/** The period for which alerts are evaluated. */
export const SKILL_DAYS = 14;

/** Cached for each area, because each step needs it. */
const reaches = new WeakMap<object, BBox>();

/** A box around everything within the outermost ring. */
export function reachOf(area: Pick<Area, 'shape' | 'ringsKm'>): BBox {
  const known = reaches.get(area);
  if (known) return known;
  const reach = boxAroundShape(area.shape, area.ringsKm[0]);
  reaches.set(area, reach);
  return reach;
}
