import { systemClock } from '#shared/Clock.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { type Names, readNames } from '#shared/languages.ts';
import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';
import { NEAR_MS } from '#shared/sky/verdictOf.ts';
import { HOUR_MS } from '#shared/time.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { fetchSky, type SkyPart } from '#web/map/preview/fetchSky.ts';
import type { GroundPicture } from './heroView.ts';
import { queryState, type ServerState } from './nearbySky.ts';
import towns from './towns.json';

/**
 * The feed state and the strikes in the picture's area, loaded like the map's preview: the last hour, or if nothing
 * struck in it, the hour up to the last strike. Undefined if the server does not report its state.
 */
export async function fetchHeroSky(
  picture: GroundPicture,
  signal: AbortSignal,
): Promise<Pick<ReceivedSky, 'server' | 'strikes'> | undefined> {
  const server = await queryState(signal);
  if (!server) return undefined;
  const { serverTimeMs, strikesLastHour, feed } = server;
  // For a dead feed, the last known hour.
  const endMs = strikesLastHour === 0 || feed.state === 'down' ? (feed.newestStrikeMs ?? serverTimeMs) : serverTimeMs;
  const parts: SkyPart[] = [];
  await fetchSky(picture, HOUR_MS, {
    fetch: (path, init) => fetch(path, { ...init, signal }),
    // Requests the hours up to here.
    deviceMs: () => endMs,
    pageMs: systemClock.now,
    slices: new Map(),
    onPart: (part) => parts.push(part),
  });
  return { server, strikes: strikesOf(parts, endMs - HOUR_MS) };
}

function strikesOf(parts: readonly SkyPart[], fromMs: number): HeroStrike[] {
  const strikes: HeroStrike[] = [];
  for (const { columns } of parts) {
    for (const [row, atMs] of columns.atMs.entries()) {
      if (atMs < fromMs) continue;
      const latitude = (columns.latitudesE5[row] ?? 0) / DEGREES_TO_E5;
      strikes.push({ latitude, longitude: (columns.longitudesE5[row] ?? 0) / DEGREES_TO_E5, atMs });
    }
  }
  return strikes.sort((a, b) => a.atMs - b.atMs);
}

/** A strike as the hero needs it. */
export interface HeroStrike extends Position {
  readonly atMs: number;
}

/** The received data and its time; times are this device's, except in `server`. */
export interface ReceivedSky {
  readonly server: ServerState | undefined;
  readonly receivedAtMs: number;
  /** The last request failed. */
  readonly failed: boolean;
  /** Strikes in the picture's area: the last hour, or if that is quiet, the last storm. Oldest first. */
  readonly strikes: readonly HeroStrike[];
}

/**
 * What the hero may show.
 * - `starting`: no response yet. `dead`: no data since `sinceMs`; null if there never was any.
 * - `quiet`: no strike in the last hour, from a source that is reliable enough to say so. `last`: the storm that still
 *   glows.
 */
export type HeroFacts =
  | { readonly kind: 'starting' }
  | { readonly kind: 'dead'; readonly sinceMs: number | null }
  | { readonly kind: 'quiet'; readonly ageMs: number; readonly last: LastStorm | undefined }
  | {
      readonly kind: 'live' | 'late';
      readonly ageMs: number;
      readonly count: number | null;
      readonly nearestKm: number | undefined;
    };

interface LastStorm {
  readonly atMs: number;
  readonly town: HeroTown | undefined;
}

interface HeroTown extends Position, Names {}

/** The largest towns of the picture, the largest first. */
export const heroTowns: readonly HeroTown[] = (towns as [number, number, ...string[]][]).map(
  ([longitude, latitude, ...names]) => ({ longitude, latitude, ...readNames(names) }),
);

/** The server's time now. */
export function serverNow({ server, receivedAtMs }: ReceivedSky, deviceMs: number): number {
  return server ? server.serverTimeMs + deviceMs - receivedAtMs : deviceMs;
}

export function heroFacts(receivedSky: ReceivedSky, from: Position, deviceMs: number): HeroFacts {
  const { server, receivedAtMs, failed, strikes } = receivedSky;
  if (!server) return failed ? { kind: 'dead', sinceMs: null } : { kind: 'starting' };
  const { feed, strikesLastHour, primary } = server;
  const unheardMs = deviceMs - receivedAtMs;
  if (feed.state === 'down' || feed.lastSuccessMs === null || unheardMs > FEED_DOWN_AFTER_MS)
    return { kind: 'dead', sinceMs: feed.lastSuccessMs };
  const nowMs = serverNow(receivedSky, deviceMs);
  const ageMs = Math.max(0, nowMs - feed.lastSuccessMs);
  const isLate = feed.state === 'delayed' || unheardMs > FEED_LIVE_WITHIN_MS;
  if (!isLate && strikesLastHour === 0 && primary?.supportsAlerts !== false)
    return { kind: 'quiet', ageMs, last: lastStorm(strikes) };
  return {
    kind: isLate ? 'late' : 'live',
    ageMs,
    count: strikesLastHour,
    nearestKm: nearestKm(strikes, from, nowMs),
  };
}

/** Nearest has the same meaning as in the verdict: within the last ten minutes. */
function nearestKm(strikes: readonly HeroStrike[], from: Position, nowMs: number): number | undefined {
  const young = strikes.filter(({ atMs }) => nowMs - atMs <= NEAR_MS).map((strike) => distanceKm(from, strike));
  return young.length === 0 ? undefined : Math.min(...young);
}

/** A storm farther from every town than this is described by its time alone. */
const NEAR_TOWN_KM = 60;

function lastStorm(strikes: readonly HeroStrike[]): LastStorm | undefined {
  const last = strikes.at(-1);
  if (!last) return undefined;
  const [nearest] = heroTowns
    .map((town) => ({ town, km: distanceKm(town, last) }))
    .filter(({ km }) => km <= NEAR_TOWN_KM)
    .toSorted((a, b) => a.km - b.km);
  return { atMs: last.atMs, town: nearest?.town };
}
