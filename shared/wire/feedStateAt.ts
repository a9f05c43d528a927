import {
  FEED_DOWN_AFTER_MS,
  FEED_LIVE_WITHIN_MS,
  ON_DEMAND_DOWN_AFTER_MS,
  ON_DEMAND_LIVE_WITHIN_MS,
} from '#shared/limits.ts';
import { HOUR_MS, type Span } from '#shared/time.ts';
import type { FeedSnapshot } from '#shared/watch/Area.ts';
import type { FeedCause, FeedState, OnDemandRegion } from './FeedEvent.ts';

/** Sent by the Feed to its relays, which derive the state from it. */
export interface FeedFacts {
  readonly lastSuccessMs: number | null;
  readonly newestStrikeMs: number | null;
  readonly typicalDelayMs: number | null;
  /** Null if the Feed knows of no cause. */
  readonly cause: FeedCause | null;
  readonly onDemand: Readonly<Record<string, OnDemandRegion>>;
  /** As in `FeedState`. */
  readonly gaps?: readonly Span[];
  /** For an inherently late source: it is never live, and down only after this long. */
  readonly lateDownAfterMs?: number;
  /** Absent before the Feed has reported it. */
  readonly snapshot?: ReportedSnapshot | undefined;
}

/** Derived from how long ago the provider answered, so a dead Feed shows as `down` without reporting anything. */
export function feedStateAt(facts: FeedFacts, nowMs: number): FeedState {
  const { lastSuccessMs, newestStrikeMs, typicalDelayMs, cause, gaps = [], lateDownAfterMs } = facts;
  const sinceMs = lastSuccessMs === null ? Number.POSITIVE_INFINITY : nowMs - lastSuccessMs;
  const known24h = gaps.length > 0 ? { gaps: gaps.map(([fromMs, toMs]): [number, number] => [fromMs, toMs]) } : {};
  const known = { lastSuccessMs, newestStrikeMs, typicalDelayMs, ...known24h };
  if (cause === null && lateDownAfterMs === undefined && sinceMs <= FEED_LIVE_WITHIN_MS)
    return { state: 'live', ...known };
  const isDown = sinceMs > (lateDownAfterMs ?? FEED_DOWN_AFTER_MS);
  const usual = lateDownAfterMs === undefined || isDown ? 'provider' : 'late';
  return { state: isDown ? 'down' : 'delayed', ...known, cause: cause ?? usual };
}

export function isOnDemandFresh(lastSuccessMs: number | null, nowMs: number): boolean {
  return lastSuccessMs !== null && nowMs - lastSuccessMs <= ON_DEMAND_LIVE_WITHIN_MS;
}

/** The state outside home: as old as the region of `regions` read longest ago. One not in `onDemand` was never read. */
export function onDemandStateAt(
  onDemand: Readonly<Record<string, OnDemandRegion>>,
  regions: readonly string[],
  newestStrikeMs: number | null,
  nowMs: number,
): FeedState {
  const reads = regions.map((region) => onDemand[region]?.lastSuccessMs ?? null);
  const answered = reads.filter((atMs) => atMs !== null);
  const lastSuccessMs = answered.length < reads.length || reads.length === 0 ? null : Math.min(...answered);
  const known = { lastSuccessMs, newestStrikeMs, typicalDelayMs: null };
  if (isOnDemandFresh(lastSuccessMs, nowMs)) return { state: 'live', ...known };
  const down = lastSuccessMs === null || nowMs - lastSuccessMs > ON_DEMAND_DOWN_AFTER_MS;
  return { state: down ? 'down' : 'delayed', ...known, cause: 'provider' };
}

const MINUTE_MS = 60_000;

/**
 * Changes when viewers should hear of the spans: by the minute, of long spans by the hour, so that the reading of a
 * day's history is not a hundred heartbeats.
 */
export function gapsKey(gaps: readonly Span[]): string {
  const coarse = gaps.map(([fromMs, toMs]) => {
    const stepMs = toMs - fromMs > HOUR_MS ? HOUR_MS : MINUTE_MS;
    return [Math.floor(fromMs / stepMs) * stepMs, Math.ceil(toMs / stepMs) * stepMs];
  });
  return JSON.stringify(coarse);
}

/** A pulse in transit: the provider's clock is an offset, because it is read later than it was sent. */
export interface ReportedSnapshot extends Omit<FeedSnapshot, 'providerNowMs'> {
  /** The provider's clock less ours. */
  readonly providerOffsetMs: number;
}

/** The part of the pulse that goes out with home's state: small, because it is sent to each stream every 15 s. */
export function snapshotState(snapshot: ReportedSnapshot): Partial<FeedState> {
  const { epoch, watermarkMs, providerOffsetMs, gapBoxes, gapBoxesTruncated } = snapshot;
  return {
    epoch,
    providerOffsetMs,
    ...(watermarkMs === null ? {} : { completeToMs: watermarkMs }),
    ...(gapBoxes.length === 0 ? {} : { gapBoxes: gapBoxes.map(([...gap]) => gap) }),
    ...(gapBoxesTruncated ? { gapBoxesTruncated } : {}),
  };
}
