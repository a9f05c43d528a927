import * as v from 'valibot';
import {
  AreasBody,
  CrossCheckStatus,
  FeedCause,
  FeedState,
  OnDemandRegion,
  PrimarySource,
  Source,
  SourceStatus,
} from './FeedEvent.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Milliseconds = Count;

/**
 * `feed-down`: the home region is stale. `circuit-open`: the provider fails or refuses us. `provider-format`: its
 * answers cannot be read or are not what was requested. `read-backlog`: a window of home is in the backlog for 30 min.
 * `archive-behind`: strikes pile up waiting for D1. `archive-size`: it is nearly full. `relays-full`: 70 % of all slots
 * are in use. `outbox-blocked`: no contact message passes until a setting is corrected. `outbox-dead`: some were given up.
 * `contact-cap`: the daily limit of contact messages is reached. `outbox-unknown`: they cannot be counted.
 */
const Alarm = v.picklist([
  'feed-down',
  'circuit-open',
  'provider-format',
  'read-backlog',
  'archive-behind',
  'archive-size',
  'relays-full',
  'outbox-blocked',
  'outbox-dead',
  'contact-cap',
  'outbox-unknown',
]);
export type Alarm = v.InferOutput<typeof Alarm>;

/**
 * Reading home's past back from the provider, `days` back. `leftMs`: not requested yet. `silentMs`: the provider was
 * silent, which may be a quiet sky or one that it has forgotten, and stays a gap.
 */
const BackfillStatus = v.object({ days: Count, leftMs: Milliseconds, silentMs: Milliseconds });
export type BackfillStatus = v.InferOutput<typeof BackfillStatus>;

/** Body of `GET /api/v1/status`. `ok` is false, and the answer 503, while the home region is stale. */
export const Status = v.object({
  ok: v.boolean(),
  source: Source,
  build: v.string(),
  areas: AreasBody,
  /** As sent in `hello`. */
  primary: v.optional(PrimarySource),
  /** The primary one first. */
  sources: v.optional(v.array(SourceStatus)),
  serverTimeMs: Milliseconds,
  feed: v.object({
    state: v.picklist(['live', 'delayed', 'down']),
    lastSuccessMs: v.nullable(Milliseconds),
    newestStrikeMs: v.nullable(Milliseconds),
    typicalDelayMs: v.nullable(Milliseconds),
    cause: v.optional(FeedCause),
    gaps: FeedState.entries.gaps,
    breaker: v.picklist(['closed', 'half-open', 'open']),
    seq: Count,
    openGaps: Count,
    /** Up to when home was read, except for what it owes, in the provider's time; null if it never was. */
    completeToMs: v.optional(v.nullable(Milliseconds)),
    /** Everything from here to `completeToMs` was read; null if it never was. */
    wholeSinceMs: v.optional(v.nullable(Milliseconds)),
    /** Strikes waiting for D1. */
    unarchived: Count,
    /** How late the newest strikes were: a count per bound of `LATENESS_BOUNDS_MS`, and one for later. */
    lateness: v.array(Count),
    /** Provider events skipped for a bad field, since the Feed was created. */
    skippedEvents: Count,
    /** Provider events left out because they lie outside the requested window, since the Feed was created. */
    outOfWindowEvents: Count,
    /** The last minutes' events were unreadable or misplaced: the provider's format, clock or places changed. */
    formatBroken: v.boolean(),
    /** How long home's oldest window has been in the backlog; null if the backlog is empty. */
    backlogMs: v.nullable(Milliseconds),
    onDemand: v.record(v.string(), OnDemandRegion),
  }),
  /** Of the home region; null while unknown. */
  strikesLastHour: v.nullable(Count),
  viewers: Count,
  /** Streams that all relays together can hold. */
  slots: Count,
  /** Readers dropped because they did not keep up, since the Feed was created. */
  droppedReaders: Count,
  relays: Count,
  /** `calls` and `failures` count since the Feed was created. */
  upstream: v.object({ calls: Count, perMinute: Count, failures: Count }),
  /** Null where the past is not read back. */
  backfill: v.optional(v.nullable(BackfillStatus)),
  /** Strikes in D1, and how many it may hold; null if it does not answer. */
  archive: v.optional(v.nullable(v.object({ strikes: Count, maxStrikes: Count }))),
  /**
   * `blocked` are those pending that wait for a setting. `today` were taken since midnight UTC, of `dailyCap` at most. Null
   * if D1 does not answer.
   */
  outbox: v.nullable(v.object({ pending: Count, blocked: Count, dead: Count, today: Count, dailyCap: Count })),
  alarms: v.array(Alarm),
  /** Absent where no source is the cross-check satellite; null if it does not answer. */
  crossCheck: v.optional(v.nullable(CrossCheckStatus)),
});
export type Status = v.InferOutput<typeof Status>;

export type FeedStatus = Omit<Status, 'archive' | 'outbox' | 'alarms' | 'crossCheck'>;
