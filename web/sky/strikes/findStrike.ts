import { type BBox, bboxContains, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

/** Strikes of `[fromMs, toMs)`, inside `within` if it is given. */
export interface StrikeScope {
  readonly fromMs: number;
  readonly toMs?: number | undefined;
  readonly within?: BBox;
}

/** Compares distances on a flat map around `to`: in a region the same order, at a hundredth of the cost. */
export function nearestStrike(
  strikes: StrikeStore,
  to: Position,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within }: StrikeScope,
): StoredStrike | undefined {
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const shrink = Math.cos((to.latitude * Math.PI) / 180);
  const [x, y] = [to.longitude * DEGREES_TO_E5, to.latitude * DEGREES_TO_E5];
  const west = (within?.west ?? -180) * DEGREES_TO_E5;
  const east = (within?.east ?? 180) * DEGREES_TO_E5;
  const south = (within?.south ?? -90) * DEGREES_TO_E5;
  const north = (within?.north ?? 90) * DEGREES_TO_E5;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < length; row += 1) {
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs) continue;
    const longitude = longitudesE5[row] as number;
    const latitude = latitudesE5[row] as number;
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    const distance = ((longitude - x) * shrink) ** 2 + (latitude - y) ** 2;
    if (distance < least) {
      least = distance;
      nearest = row;
    }
  }
  return nearest < 0 ? undefined : strikes.strikeAt(nearest);
}

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

/** Newest first. */
export function newestStrikes(
  strikes: StrikeStore,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within }: StrikeScope,
  maxCount: number,
): StoredStrike[] {
  const newest: StoredStrike[] = [];
  for (let row = 0; row < strikes.length; row += 1) {
    const atMs = strikes.atMs[row] as number;
    if (atMs < fromMs || atMs >= toMs || (newest.length === maxCount && atMs <= (newest[maxCount - 1]?.atMs ?? 0)))
      continue;
    const strike = strikes.strikeAt(row);
    if (within && !bboxContains(within, strike.longitude, strike.latitude)) continue;
    const place = newest.findIndex((held) => held.atMs < atMs);
    newest.splice(place < 0 ? newest.length : place, 0, strike);
    newest.length = Math.min(newest.length, maxCount);
  }
  return newest;
}

/** The newest strike within `km` of a place. */
export function newestWithin(
  strikes: StrikeStore,
  to: Position,
  km: number,
  { fromMs, toMs = Number.POSITIVE_INFINITY }: StrikeScope,
): StoredStrike | undefined {
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const around = boxAround(to, km);
  let newest = -1;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < length; row += 1) {
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs || at <= newestMs) continue;
    const latitude = (latitudesE5[row] as number) / DEGREES_TO_E5;
    const longitude = (longitudesE5[row] as number) / DEGREES_TO_E5;
    if (!bboxContains(around, longitude, latitude) || distanceKm(to, { latitude, longitude }) > km) continue;
    newest = row;
    newestMs = at;
  }
  return newest < 0 ? undefined : strikes.strikeAt(newest);
}
