import { type BBox, bboxContains, bboxWithin, boxAround } from '#shared/geo/BBox.ts';
import { bearingDegrees, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { StrikeRows } from './findStrike.ts';
import { levelAround } from './levelAround.ts';
import type { CellsFact, FeedFact, SkyFacts, StrikeFact } from './SkyFacts.ts';
import { NEAR_KM, toldStrikes } from './toldStrikes.ts';

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
  const asked = {
    nowMs,
    askedMs: HOUR_MS,
    withinKm: NEAR_KM,
    from,
    cells,
    supportsAlerts: sky?.supportsAlerts ?? true,
  };
  if (!sky) return { ...asked, feed: { kind: 'down', sinceMs: null }, read: 'gaps', simulated: false };
  const { home, feed, strikes, isWhole, simulated } = sky;
  // A time window that moves on without data would look like a sky that grows quiet.
  const endMs = feed.state === 'down' ? Math.min(nowMs, feed.lastSuccessMs ?? nowMs) : nowMs;
  const { near, last, trend } = toldStrikes(strikes, at, { ...asked, endMs, toMs: Number.POSITIVE_INFINITY });
  const fact = (strike: typeof near): StrikeFact | undefined =>
    strike && { atMs: strike.atMs, away: { km: distanceKm(at, strike), bearing: bearingDegrees(at, strike) } };
  return {
    ...asked,
    feed: feedFact(feed, bboxContains(home, at.longitude, at.latitude)),
    read: isWhole && bboxWithin(boxAround(at, NEAR_KM), home) ? 'all' : 'gaps',
    near: fact(near),
    last: fact(last),
    trend,
    simulated,
    held: asked.supportsAlerts ? levelAround(strikes, at, { nowMs: endMs, readToMs: feed.lastSuccessMs }) : undefined,
  };
}

function feedFact({ state, lastSuccessMs }: ServerSky['feed'], isHome: boolean): FeedFact {
  if (!isHome) return { kind: 'outside' };
  if (state === 'down') return { kind: 'down', sinceMs: lastSuccessMs };
  return state === 'delayed' ? { kind: 'late', readToMs: lastSuccessMs } : { kind: 'live' };
}
