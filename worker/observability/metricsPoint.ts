import type { FeedStatus } from '#shared/wire/Status.ts';

/** A row written to Analytics Engine once a minute. Columns are positional: add new ones at the end, reuse none. */
export interface MetricsPoint {
  readonly indexes: [string];
  readonly blobs: string[];
  readonly doubles: number[];
}

/** Stands for an unknown value. */
const UNKNOWN = -1;

/**
 * The state of the service in one row. blobs: source, build, state, breaker. doubles: age of the last success (s),
 * typical delay (ms), calls a minute, calls, failures, gaps, unarchived, skipped events, strikes of the last hour,
 * viewers, relays, dropped readers, outbox pending, outbox dead, then the lateness histogram.
 */
export function metricsPoint(status: FeedStatus, outbox: { pending: number; dead: number } | null): MetricsPoint {
  const { feed, upstream } = status;
  const lagMs = feed.lastSuccessMs === null ? UNKNOWN : status.serverTimeMs - feed.lastSuccessMs;
  return {
    indexes: ['service'],
    blobs: [status.source, status.build, feed.state, feed.breaker],
    doubles: [
      lagMs === UNKNOWN ? UNKNOWN : lagMs / 1000,
      feed.typicalDelayMs ?? UNKNOWN,
      upstream.perMinute,
      upstream.calls,
      upstream.failures,
      feed.gaps,
      feed.unarchived,
      feed.skippedEvents,
      status.strikesLastHour ?? UNKNOWN,
      status.viewers,
      status.relays,
      status.droppedReaders,
      outbox?.pending ?? UNKNOWN,
      outbox?.dead ?? UNKNOWN,
      ...feed.lateness,
    ],
  };
}
