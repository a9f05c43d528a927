import { bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { StrikeScope } from '#shared/sky/placeFacts.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

export interface MeasuredStrike {
  readonly strike: StoredStrike;
  readonly km: number;
}

/** Nearest first. Strikes within `knownKm` of `to` count even outside `within`. */
export function nearestStrikes(
  strikes: StrikeStore,
  to: Position,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within, knownKm }: StrikeScope & { readonly knownKm: number },
  maxCount: number,
): MeasuredStrike[] {
  const nearest: MeasuredStrike[] = [];
  for (let row = 0; row < strikes.length; row += 1) {
    const atMs = strikes.atMs[row] as number;
    if (atMs < fromMs || atMs >= toMs) continue;
    const latitude = (strikes.latitudesE5[row] as number) / DEGREES_TO_E5;
    const longitude = (strikes.longitudesE5[row] as number) / DEGREES_TO_E5;
    const km = distanceKm(to, { latitude, longitude });
    if (nearest.length === maxCount && km >= (nearest[maxCount - 1]?.km ?? 0)) continue;
    if (km > knownKm && within && !bboxContains(within, longitude, latitude)) continue;
    const place = nearest.findIndex((held) => held.km > km);
    nearest.splice(place < 0 ? nearest.length : place, 0, { strike: strikes.strikeAt(row), km });
    nearest.length = Math.min(nearest.length, maxCount);
  }
  return nearest;
}

/** Newest first. Reads from the end, where new strikes lie: most of the rest is then skipped by its time. */
export function newestStrikes(
  strikes: StrikeStore,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within }: StrikeScope,
  maxCount: number,
): StoredStrike[] {
  const { length, atMs: times, latitudesE5, longitudesE5 } = strikes;
  const newest: StoredStrike[] = [];
  for (let row = length - 1; row >= 0; row -= 1) {
    const atMs = times[row] as number;
    if (atMs < fromMs || atMs >= toMs || (newest.length === maxCount && atMs <= (newest[maxCount - 1]?.atMs ?? 0)))
      continue;
    const longitude = (longitudesE5[row] as number) / DEGREES_TO_E5;
    const latitude = (latitudesE5[row] as number) / DEGREES_TO_E5;
    if (within && !bboxContains(within, longitude, latitude)) continue;
    const place = newest.findIndex((held) => held.atMs < atMs);
    newest.splice(place < 0 ? newest.length : place, 0, strikes.strikeAt(row));
    newest.length = Math.min(newest.length, maxCount);
  }
  return newest;
}
