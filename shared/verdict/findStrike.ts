import { type BBox, bboxContains, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';

/** Strikes as columns of equal length, in any order. */
export interface StrikeRows<Found extends Position & { readonly atMs: number }> {
  readonly length: number;
  readonly atMs: ArrayLike<number>;
  readonly latitudesE5: ArrayLike<number>;
  readonly longitudesE5: ArrayLike<number>;
  strikeAt(row: number): Found;
}

export function strikeRows<Found extends Position & { readonly atMs: number }>(
  strikes: readonly Found[],
): StrikeRows<Found> {
  const e5 = (degrees: number) => Math.round(degrees * DEGREES_TO_E5);
  return {
    length: strikes.length,
    atMs: strikes.map(({ atMs }) => atMs),
    latitudesE5: strikes.map(({ latitude }) => e5(latitude)),
    longitudesE5: strikes.map(({ longitude }) => e5(longitude)),
    strikeAt: (row) => strikes[row] as Found,
  };
}

/** Strikes in `[fromMs, toMs)`, inside `within` if it is set. */
export interface StrikeScope {
  readonly fromMs: number;
  readonly toMs?: number | undefined;
  readonly within?: BBox;
}

/** Calls `see` with the row of each strike in the scope. Most rows are skipped without creating a strike. */
export function eachRow(
  { length, atMs, latitudesE5, longitudesE5 }: Omit<StrikeRows<never>, 'strikeAt'>,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within }: StrikeScope,
  see: (row: number) => void,
): void {
  const west = (within?.west ?? -180) * DEGREES_TO_E5;
  const east = (within?.east ?? 180) * DEGREES_TO_E5;
  const south = (within?.south ?? -90) * DEGREES_TO_E5;
  const north = (within?.north ?? 90) * DEGREES_TO_E5;
  for (let row = 0; row < length; row += 1) {
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs) continue;
    const longitude = longitudesE5[row] as number;
    const latitude = latitudesE5[row] as number;
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    see(row);
  }
}

/** Compares distances on a flat map around `to`: in a region the same order, at a hundredth of the cost. */
export function nearestStrike<Found extends Position & { readonly atMs: number }>(
  strikes: StrikeRows<Found>,
  to: Position,
  scope: StrikeScope,
): Found | undefined {
  const { latitudesE5, longitudesE5 } = strikes;
  const shrink = Math.cos((to.latitude * Math.PI) / 180);
  const [x, y] = [to.longitude * DEGREES_TO_E5, to.latitude * DEGREES_TO_E5];
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  eachRow(strikes, scope, (row) => {
    const distance = (((longitudesE5[row] as number) - x) * shrink) ** 2 + ((latitudesE5[row] as number) - y) ** 2;
    if (distance >= least) return;
    least = distance;
    nearest = row;
  });
  return nearest < 0 ? undefined : strikes.strikeAt(nearest);
}

/** The newest strike within `km` of a place. */
export function newestWithin<Found extends Position & { readonly atMs: number }>(
  strikes: StrikeRows<Found>,
  to: Position,
  km: number,
  { fromMs, toMs = Number.POSITIVE_INFINITY }: StrikeScope,
): Found | undefined {
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
