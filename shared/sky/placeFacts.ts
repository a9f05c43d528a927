import { type BBox, bboxContains, bboxWithin, boxAround } from '#shared/geo/BBox.ts';
import { bearingDegrees, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import {
  type Area,
  DEFAULT_DWELL_MS,
  DEFAULT_RINGS_KM,
  heldLevel,
  holdMs,
  LATE_REPORT_MS,
} from '#shared/watch/Area.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { type CellsFact, type FeedFact, type HeldFact, NEAR_MS, type SkyFacts, type StrikeFact } from './verdictOf.ts';

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

/** The newest strike within `km` of a place. Reads from the end, where new strikes lie. */
function newestWithin<Found extends Position & { readonly atMs: number }>(
  strikes: StrikeRows<Found>,
  to: Position,
  km: number,
  { fromMs, toMs = Number.POSITIVE_INFINITY }: StrikeScope,
): Found | undefined {
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const around = boxAround(to, km);
  let newest = -1;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (let row = length - 1; row >= 0; row -= 1) {
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

const RULES = {
  ringsKm: DEFAULT_RINGS_KM,
  dwellMs: DEFAULT_DWELL_MS,
  settleMs: LATE_REPORT_MS,
} satisfies Omit<Area, 'shape' | 'least'>;

/** Strikes around a place are needed from this long before now. */
export const LEVEL_MS = holdMs(RULES);

/**
 * The level of a place with the default rings and dwell time, as Watch would compute it; undefined if clear. Strikes
 * raise it at once. It falls only as far as the data is complete, up to `readToMs`.
 */
export function levelAround(
  strikes: StrikeRows<Position & { readonly atMs: number }>,
  at: Position,
  { nowMs, readToMs }: { readonly nowMs: number; readonly readToMs: number | null },
): HeldFact | undefined {
  const fromMs = Math.min(nowMs, readToMs ?? nowMs) - LEVEL_MS;
  const [watchMs, warningMs, stopMs] = RULES.ringsKm.map(
    (km) => newestWithin(strikes, at, km, { fromMs, toMs: nowMs + 1 })?.atMs ?? null,
  );
  const lastMs = [watchMs ?? null, warningMs ?? null, stopMs ?? null] as const;
  const level = heldLevel(RULES, lastMs, readToMs);
  if (level === 'clear') return undefined;
  const newestMs = Math.max(...lastMs.map((fallenMs) => fallenMs ?? 0));
  return { level, allClearNotBeforeMs: newestMs + LEVEL_MS };
}

/** A verdict reports strikes within this distance of its place, or further if more is known. */
export const NEAR_KM = 100;
/** A storm this close counts, even if there was later lightning farther away. */
export const LAST_KM = 30;

export interface ReportedStrikes<Found> {
  /** The nearest of the last ten minutes; if nothing is measured, the newest of them in view. */
  readonly near: Found | undefined;
  /** The last within `LAST_KM`, or without one there, the last known anywhere. */
  readonly last: Found | undefined;
  readonly trend: SkyFacts['trend'];
}

export interface ReportedScope {
  readonly endMs: number;
  readonly requestedMs: number;
  readonly toMs: number;
  readonly withinKm: number;
}

/** Finds strikes in `[fromMs, toMs)` by their distance from a place. */
interface NearbyStrikes<Found> {
  readonly nearest: (fromMs: number, toMs: number) => { readonly strike: Found; readonly km: number } | undefined;
  readonly newest: (withinKm: number, fromMs: number, toMs: number) => Found | undefined;
}

/** The strikes that a verdict reports. All of `withinKm` must be present, from twenty minutes before `requestedMs` on. */
export function reportedStrikes<Found extends Position & { readonly atMs: number }>(
  strikes: StrikeRows<Found>,
  from: Position,
  scope: ReportedScope,
): ReportedStrikes<Found> {
  const find: NearbyStrikes<Found> = {
    nearest: (fromMs, toMs) => {
      const strike = nearestStrike(strikes, from, { fromMs, toMs });
      return strike && { strike, km: distanceKm(from, strike) };
    },
    newest: (withinKm, fromMs, toMs) => newestWithin(strikes, from, withinKm, { fromMs, toMs }),
  };
  return reportedAround(find, scope);
}

/** The same for the surroundings that `find` covers. */
export function reportedAround<Found extends { readonly atMs: number }>(
  find: NearbyStrikes<Found>,
  { endMs, requestedMs, toMs, withinKm }: ReportedScope,
): ReportedStrikes<Found> {
  const fromMs = endMs - requestedMs;
  const nearest = find.nearest(endMs - NEAR_MS, toMs);
  const near = nearest && nearest.km <= withinKm ? nearest.strike : undefined;
  const last = find.newest(LAST_KM, fromMs, toMs) ?? find.newest(withinKm, fromMs, toMs);
  const upToMs = near ? endMs : (last?.atMs ?? endMs) + 1;
  // Devices store strikes by whole hours: of earlier hours, some may be missing.
  const isHeld = hourStartMs(fromMs) <= upToMs - 2 * NEAR_MS;
  return { near, last, trend: isHeld ? nearestTrend(find, upToMs, Math.min(toMs, upToMs)) : undefined };
}

const LEAST_KM = 3;

/**
 * Whether the nearest strike of the ten minutes before `endMs` is at least 3 km nearer or farther than that of the ten
 * before; undefined if not, or if either span has none. Ten minutes are long enough to show a storm's motion: within
 * them strikes scatter by a few kilometres.
 */
function nearestTrend(
  { nearest }: Pick<NearbyStrikes<unknown>, 'nearest'>,
  endMs: number,
  toMs: number,
): SkyFacts['trend'] {
  const now = nearest(endMs - NEAR_MS, toMs);
  const before = nearest(endMs - 2 * NEAR_MS, endMs - NEAR_MS);
  if (!now || !before) return undefined;
  const nearerKm = before.km - now.km;
  if (Math.abs(nearerKm) < LEAST_KM) return undefined;
  return nearerKm > 0 ? 'closer' : 'further';
}

/** The last hour of home, as known to the server. */
export interface ServerSky {
  readonly nowMs: number;
  readonly simulated: boolean;
  /** True if silence of its source may be taken for silence of the sky. */
  readonly supportsAlerts: boolean;
  readonly home: BBox;
  readonly feed: { readonly state: 'live' | 'delayed' | 'down'; readonly lastSuccessMs: number | null };
  /** Strikes of at least 80 minutes. */
  readonly strikes: StrikeRows<Position & { readonly atMs: number }>;
  /** True if the strikes around the place are complete for the hour. */
  readonly isWhole: boolean;
}

/** The facts of a place for a verdict without the stream. Without a sky, nothing is known. */
export function placeFacts(
  at: Position,
  sky: ServerSky | undefined,
  from: 'visitor' | 'place',
  cells: CellsFact,
  ownMs: number,
): SkyFacts {
  const nowMs = sky?.nowMs ?? ownMs;
  const common = {
    nowMs,
    requestedMs: HOUR_MS,
    withinKm: NEAR_KM,
    from,
    cells,
    supportsAlerts: sky?.supportsAlerts ?? true,
  };
  if (!sky) return { ...common, feed: { kind: 'down', sinceMs: null }, read: 'gaps', simulated: false };
  const { home, feed, strikes, isWhole, simulated } = sky;
  // A time window that moves on without data would look like a sky that grows quiet.
  const endMs = feed.state === 'down' ? Math.min(nowMs, feed.lastSuccessMs ?? nowMs) : nowMs;
  const { near, last, trend } = reportedStrikes(strikes, at, { ...common, endMs, toMs: Number.POSITIVE_INFINITY });
  const fact = (strike: typeof near): StrikeFact | undefined =>
    strike && { atMs: strike.atMs, away: { km: distanceKm(at, strike), bearing: bearingDegrees(at, strike) } };
  return {
    ...common,
    feed: feedFact(feed, bboxContains(home, at.longitude, at.latitude)),
    read: isWhole && bboxWithin(boxAround(at, NEAR_KM), home) ? 'all' : 'gaps',
    near: fact(near),
    last: fact(last),
    trend,
    simulated,
    held: common.supportsAlerts ? levelAround(strikes, at, { nowMs: endMs, readToMs: feed.lastSuccessMs }) : undefined,
  };
}

function feedFact({ state, lastSuccessMs }: ServerSky['feed'], isHome: boolean): FeedFact {
  if (!isHome) return { kind: 'outside' };
  if (state === 'down') return { kind: 'down', sinceMs: lastSuccessMs };
  return state === 'delayed' ? { kind: 'late', readToMs: lastSuccessMs } : { kind: 'live' };
}
