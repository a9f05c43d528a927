import type { Alarm, FeedStatus, Status } from '#shared/wire/Status.ts';

/** A row written to Analytics Engine once a minute. Columns are positional: add new ones at the end, reuse none. */
interface MetricsPoint {
  readonly indexes: [string];
  readonly blobs: string[];
  readonly doubles: number[];
}

const UNKNOWN = -1;

/**
 * blobs: source, build, state, breaker. doubles: age of the last success (s), typical delay (ms), calls a minute,
 * calls, failures, gaps, unarchived, skipped events, strikes of the last hour, viewers, relays, dropped readers, outbox
 * pending, outbox dead, then the lateness histogram.
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
      feed.openGaps,
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

/** With more strikes waiting for D1, the archive counts as behind: several minutes of a heavy storm. */
const UNARCHIVED_ALARM = 2_000;

/** Home reads what it owes within minutes, unless the provider keeps failing for that window. */
const BACKLOG_ALARM_MS = 30 * 60_000;

/** At this share of all slots there is still time to raise `RELAY_MAX` or to look who is coming. */
const SLOTS_ALARM = 0.7;

/** Above this share of its capacity, the archive soon deletes earlier than `HISTORY_DAYS` says. */
const FULL_SHARE = 0.9;

/** Conditions that need a person to act, most urgent first. docs/operations.md explains each and what to do. */
export function serviceAlarms(
  { feed, viewers, slots }: FeedStatus,
  outbox: Status['outbox'],
  archive: Status['archive'],
): Alarm[] {
  const raised: Record<Alarm, boolean> = {
    'feed-down': feed.state === 'down',
    'circuit-open': feed.breaker !== 'closed',
    'provider-format': feed.formatBroken,
    'read-backlog': (feed.backlogMs ?? 0) > BACKLOG_ALARM_MS,
    'archive-behind': feed.unarchived > UNARCHIVED_ALARM,
    'archive-size': !!archive && archive.strikes > FULL_SHARE * archive.maxStrikes,
    'relays-full': viewers >= slots * SLOTS_ALARM,
    'outbox-blocked': (outbox?.blocked ?? 0) > 0,
    'outbox-dead': outbox !== null && outbox.dead > 0,
    'contact-cap': outbox !== null && outbox.today >= outbox.dailyCap,
    'outbox-unknown': outbox === null,
  };
  return (Object.keys(raised) as Alarm[]).filter((alarm) => raised[alarm]);
}
