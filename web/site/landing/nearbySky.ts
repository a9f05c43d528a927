import * as v from 'valibot';
import { type BBox, bboxContains, bboxWithin, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { bearingDegrees, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { type FeedFact, NEAR_MS, type SkyFacts, type StrikeFact } from '#shared/verdict/SkyFacts.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { ask, json } from '#web/kit/http/ask.ts';
import { Instant } from '#web/kit/http/Instant.ts';
import { LAST_KM, NEAR_KM } from '#web/sky/strikes/nearestKnown.ts';

const NowAnswer = v.object({
  source: v.string(),
  serverTimeMs: v.number(),
  areas: v.object({ home: v.object({ west: v.number(), south: v.number(), east: v.number(), north: v.number() }) }),
  feed: v.object({ state: v.picklist(['live', 'delayed', 'down']), lastSuccessMs: v.nullable(v.number()) }),
});

const StrikesAnswer = v.object({
  strikes: v.array(v.object({ latitude: v.number(), longitude: v.number(), timestamp: Instant })),
  unread: v.array(v.unknown()),
  /** Of older ones that did not fit this page. */
  next: v.nullish(v.string()),
});

/** The last hour around a place, as far as the server knows. */
export interface NearbySky {
  readonly nowMs: number;
  readonly simulated: boolean;
  readonly home: BBox;
  readonly feed: v.InferOutput<typeof NowAnswer>['feed'];
  /** The newest; `isWhole`: all there are, and all of the hour was read. */
  readonly strikes: readonly StrikeHint[];
  readonly isWhole: boolean;
}

/** Asks by a box of whole degrees: the server learns no more of the place. Undefined if it does not answer. */
export async function askNearby(at: Position, signal: AbortSignal): Promise<NearbySky | undefined> {
  // A stale feed answers with 503, and with the same body.
  const now = await ask(apiPaths.status, json(NowAnswer), { signal, alsoRead: 503 });
  if (!now.ok) return undefined;
  const { serverTimeMs: nowMs, source, areas, feed } = now.value;
  const { west, south, east, north } = boxAround(at, NEAR_KM);
  const box = { west: Math.floor(west), south: Math.floor(south), east: Math.ceil(east), north: Math.ceil(north) };
  const span = `from=${isoMillis(nowMs - HOUR_MS)}&to=${isoMillis(nowMs)}`;
  const path = `${apiPaths.strikes}?bbox=${formatBBox(box)}&${span}&limit=2000`;
  const found = await ask(path, json(StrikesAnswer), { signal });
  if (!found.ok) return undefined;
  const { strikes, unread, next } = found.value;
  return {
    nowMs,
    simulated: source === 'simulated',
    home: areas.home,
    feed,
    strikes: strikes.map(({ timestamp: atMs, latitude, longitude }) => ({ atMs, latitude, longitude })),
    isWhole: unread.length === 0 && !next,
  };
}

/** What a verdict may know of the place; without a sky that nothing is known. */
export function nearbyFacts(at: Position, sky: NearbySky | undefined, deviceMs: number): SkyFacts {
  const asked = {
    askedMs: HOUR_MS,
    withinKm: NEAR_KM,
    from: 'visitor',
    cells: { kind: 'none' },
    guards: true,
  } as const;
  if (!sky) return { ...asked, nowMs: deviceMs, feed: { kind: 'down', sinceMs: null }, read: 'gaps', simulated: false };
  const { nowMs, home, feed, strikes, isWhole, simulated } = sky;
  const known = strikes
    .map((strike) => ({ atMs: strike.atMs, km: distanceKm(at, strike), bearing: bearingDegrees(at, strike) }))
    .filter(({ km }) => km <= NEAR_KM)
    .sort((one, other) => other.atMs - one.atMs);
  const near = known.filter(({ atMs }) => nowMs - atMs <= NEAR_MS).sort((one, other) => one.km - other.km)[0];
  const fact = (strike: (typeof known)[number] | undefined): StrikeFact | undefined =>
    strike && { atMs: strike.atMs, away: { km: strike.km, bearing: strike.bearing } };
  return {
    ...asked,
    nowMs,
    feed: feedFact(feed, bboxContains(home, at.longitude, at.latitude)),
    read: isWhole && bboxWithin(boxAround(at, NEAR_KM), home) ? 'all' : 'gaps',
    near: fact(near),
    last: fact(known.find(({ km }) => km <= LAST_KM) ?? known[0]),
    simulated,
  };
}

function feedFact({ state, lastSuccessMs }: NearbySky['feed'], isHome: boolean): FeedFact {
  if (!isHome) return { kind: 'outside' };
  if (state === 'down') return { kind: 'down', sinceMs: lastSuccessMs };
  return state === 'delayed' ? { kind: 'late', readToMs: lastSuccessMs } : { kind: 'live' };
}
