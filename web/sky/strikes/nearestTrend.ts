import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { nearestStrike } from './findStrike.ts';
import type { StrikeStore } from './StrikeStore.ts';

/** Long enough for a cell of a storm to show where it goes; strikes jump about within it by a few kilometres. */
const SPAN_MS = 10 * 60_000;
const LEAST_KM = 3;

export type Trend = 'closer' | 'further';

/**
 * Whether the nearest strike of the last ten minutes lies at least 3 km nearer or further than that of the ten before.
 * Undefined if it does not, or if either span has none. Strikes from `toMs` on do not count. It says what was, and forecasts nothing.
 */
export function nearestTrend(strikes: StrikeStore, from: Position, nowMs: number, toMs?: number): Trend | undefined {
  const now = nearestStrike(strikes, from, { fromMs: nowMs - SPAN_MS, toMs });
  const before = nearestStrike(strikes, from, { fromMs: nowMs - 2 * SPAN_MS, toMs: nowMs - SPAN_MS });
  if (!now || !before) return undefined;
  const nearerKm = distanceKm(from, before) - distanceKm(from, now);
  if (Math.abs(nearerKm) < LEAST_KM) return undefined;
  return nearerKm > 0 ? 'closer' : 'further';
}
