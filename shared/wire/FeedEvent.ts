import * as v from 'valibot';
import { DetailBody } from '../strike.ts';
import { CellsEvent } from './cellsEvent.ts';
import { DetailEntries, haveLength } from './StrikeColumns.ts';

/** Strokes that reach the ground, flashes of any kind by radio, or their light as a satellite sees it. */
export const SourceKind = v.picklist(['cg-stroke', 'total-flash', 'optical-flash']);
export type SourceKind = v.InferOutput<typeof SourceKind>;

/** The source that fills the map, as sent in `hello`. Absent: cloud-to-ground strokes that support alerts. */
export const PrimarySource = v.object({
  name: v.string(),
  kind: v.fallback(SourceKind, 'total-flash'),
  /** Whether its silence may be taken for silence of the sky. If not, there is no all-clear, level or nowcast. */
  supportsAlerts: v.boolean(),
  /** Longest delay from a strike until it is reported. */
  worstDelayMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  errorKm: v.pipe(v.number(), v.minValue(0)),
  /** Fraction of strikes inside the ellipse reported with them. */
  ellipseShare: v.optional(v.picklist([0.5, 0.9])),
  /** As its licence asks for it; empty if the operator says whose data they are. */
  attribution: v.string(),
});
export type PrimarySource = v.InferOutput<typeof PrimarySource>;

/** A source in `/status`. */
export const SourceStatus = v.object({
  name: v.string(),
  role: v.picklist(['primary', 'backup', 'cross-check']),
  kind: SourceKind,
  state: v.picklist(['live', 'delayed', 'down']),
  /** Time of the newest strike that it reported; null if it has reported none yet. */
  newestMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Longest delay from a strike until it is reported. */
  delayMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  supportsAlerts: v.boolean(),
  attribution: v.string(),
  publicUse: v.picklist(['yes', 'contract', 'no']),
});
export type SourceStatus = v.InferOutput<typeof SourceStatus>;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90));
const Longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));

/** A second source that checks the first, as sent in `hello`; absent where there is none. */
export const ReportedCrossCheck = v.object({ name: v.string(), attribution: v.string() });

/**
 * `unseen-storm`: the cross-check satellite sees lightning where the primary source reports none. A reader must accept others: no list of
 * values is checked.
 */
const CrossCheckAlarm = v.object({
  alarm: v.string(),
  sinceMs: v.pipe(Count, v.description('Start of the first affected interval.')),
  latitude: v.pipe(Latitude, v.description('Centre of the 3 × 3 cells of 0.5°.')),
  longitude: Longitude,
  flashes: v.pipe(Count, v.description('Satellite flashes there in two intervals.')),
  expected: v.pipe(v.number(), v.description('Strikes normally expected for that many flashes.')),
});

/** `crossCheck` of `/status`. It raises and clears nothing else. */
export const CrossCheckStatus = v.object({
  name: v.string(),
  newestMs: v.pipe(v.nullable(Count), v.description('End of the latest interval received.')),
  slots: v.pipe(
    v.object({ compared: Count, warned: Count, homeIncomplete: Count, unavailable: Count }),
    v.description(
      'Intervals within 24 h. Only `compared` ones count. `warned`: incomplete according to the source; `homeIncomplete`: primary data incomplete; `unavailable`: not available (yet).',
    ),
  ),
  strikesPerFlash: v.pipe(v.number(), v.description('Strikes per flash: lower quartile over 30 days, initially 0.1.')),
  alarms: v.array(CrossCheckAlarm),
});
export type CrossCheckStatus = v.InferOutput<typeof CrossCheckStatus>;

/** Body of `GET /cross-check/flashes`. */
export const CrossCheckFlashes = v.object({
  name: v.string(),
  attribution: v.string(),
  newestMs: CrossCheckStatus.entries.newestMs,
  flashes: v.pipe(
    v.array(v.tuple([Latitude, Longitude, Count])),
    v.description('Flashes of the last 30 minutes in home, newest first: `[latitude, longitude, timestampMs]`.'),
  ),
});
export type CrossCheckFlashes = v.InferOutput<typeof CrossCheckFlashes>;

const Hours = v.pipe(v.array(Count), v.length(24));

/** `crossCheck` of `/verification`: what both sources reported in the last 30 days. */
export const CrossCheckVerification = v.object({
  name: v.string(),
  attribution: v.string(),
  slots: v.pipe(Count, v.description('Intervals compared.')),
  both: v.pipe(Hours, v.description('Cells and intervals in which both detected lightning, by UTC hour.')),
  crossCheckOnly: Hours,
  primaryOnly: Hours,
  flashes: Count,
  flashesMatched: v.pipe(Count, v.description('Flashes with a strike within 2 s and 30 km.')),
  strikes: Count,
  strikesMatched: Count,
});
export type CrossCheckVerification = v.InferOutput<typeof CrossCheckVerification>;

/** See PROTOCOL.md, VE. */
export const PROTOCOL_VERSION = 1;

const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));
const Sequence = v.pipe(v.number(), v.integer(), v.minValue(0));
/** One check for the whole array: a schema per element takes three times as long, and an event has hundreds. */
const Integers = v.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isInteger),
  'must be an array of integers',
);

/**
 * The cause when the feed is not live. `provider`: it fails, refuses us or is silent. `format`: its answer cannot be
 * read, or is not what was requested. `gaps`: a window of the last minutes could not be read yet. `late`: the source
 * is inherently late, and all is well.
 */
export const FeedCause = v.picklist(['provider', 'format', 'gaps', 'late']);
export type FeedCause = v.InferOutput<typeof FeedCause>;

/** `resting`: the provider failed for the region, which is left alone for a while. */
export const OnDemandRegion = v.object({ lastSuccessMs: v.nullable(Milliseconds), resting: v.boolean() });
export type OnDemandRegion = v.InferOutput<typeof OnDemandRegion>;

/**
 * How current the feed is. On a stream whose cells do not touch home it is the state of those cells, otherwise home's.
 * `lastSuccessMs` is when the provider last answered for it; null if never.
 */
export const FeedState = v.object({
  state: v.picklist(['live', 'delayed', 'down']),
  lastSuccessMs: v.nullable(Milliseconds),
  newestStrikeMs: v.nullable(Milliseconds),
  typicalDelayMs: v.nullable(Milliseconds),
  /** Absent while it is live. A reader must accept unknown causes. */
  cause: v.optional(v.fallback(FeedCause, 'provider')),
  /** The regions other than home that the stream touches, by name. */
  onDemand: v.optional(v.record(v.string(), OnDemandRegion)),
  /**
   * Spans `[fromMs, toMs]` of the last 24 h that were not read of home, oldest first, at most eight; absent if all of
   * it was. An empty minute in one of them need not have been quiet. Absent where the state is not home's.
   */
  gaps: v.optional(v.array(v.tuple([Milliseconds, Milliseconds]))),
  /**
   * Changes when the Feed forgot everything and restarts its ordinals. From here on, only where the state is home's.
   */
  epoch: v.optional(v.string()),
  /** Everything of home up to here, on the provider's clock, was read, except `gapBoxes`; absent if nothing was. */
  completeToMs: v.optional(Milliseconds),
  /** The provider's clock less ours. */
  providerOffsetMs: v.optional(v.pipe(v.number(), v.integer())),
  /** Boxes of home not read within the last 70 min, newest first, at most 20: `[west, south, east, north, fromMs, toMs]`. */
  gapBoxes: v.optional(v.array(v.tuple([Longitude, Latitude, Longitude, Latitude, Milliseconds, Milliseconds]))),
  gapBoxesTruncated: v.optional(v.boolean()),
});
export type FeedState = v.InferOutput<typeof FeedState>;

export const Source = v.picklist(['live', 'simulated']);
export type Source = v.InferOutput<typeof Source>;

const Box = v.object({ west: Longitude, south: Latitude, east: Longitude, north: Latitude });
export const AreasBody = v.object({ home: Box, coverage: Box });

export const HelloEvent = v.object({
  protocol: v.pipe(v.number(), v.integer(), v.minValue(1)),
  seq: Sequence,
  serverTimeMs: Milliseconds,
  build: v.string(),
  source: Source,
  feed: FeedState,
  areas: v.optional(AreasBody),
  /** Absent: cloud-to-ground strokes, reported in time, whose silence may be taken for silence of the sky. */
  primary: v.optional(PrimarySource),
  /** The satellite that watches the primary source; absent where none does. */
  crossCheck: v.optional(ReportedCrossCheck),
});
export type HelloEvent = v.InferOutput<typeof HelloEvent>;

export const StrikeTuple = v.tuple([v.pipe(v.string(), v.minLength(1)), Latitude, Longitude, Milliseconds, Sequence]);
export type StrikeTuple = v.InferOutput<typeof StrikeTuple>;

/** A `strikes` event of a `?bbox=` stream; each strike is `[id, latitude, longitude, timestampMs, ordinal]`. */
export const StrikesEvent = v.pipe(
  v.object({
    seq: Sequence,
    strikes: v.array(StrikeTuple),
    /** One for each strike, null where its source reports nothing more; absent if null for all. */
    details: v.exactOptional(v.array(v.nullable(DetailBody))),
  }),
  v.check(({ strikes, details }) => !details || details.length === strikes.length, 'details differ in length'),
);
export type StrikesEvent = v.InferOutput<typeof StrikesEvent>;

/** A `strikes` event of a `?tiles=` stream: delta columns of equal length, without provider ids. */
export const StrikeColumnsEvent = v.pipe(
  v.object({
    seq: Sequence,
    columns: v.object({ o: Integers, y: Integers, x: Integers, t: Integers, ...DetailEntries }),
  }),
  v.check(
    ({ columns: { o, y, x, t, ...more } }) =>
      o.length === y.length && o.length === x.length && o.length === t.length && haveLength(more, o.length),
    'columns differ in length',
  ),
);
export type StrikeColumnsEvent = v.InferOutput<typeof StrikeColumnsEvent>;

export const HeartbeatEvent = v.object({ serverTimeMs: Milliseconds, seq: Sequence, feed: FeedState });
export type HeartbeatEvent = v.InferOutput<typeof HeartbeatEvent>;

export const ResetReason = v.picklist(['too-old', 'unknown-seq']);
export type ResetReason = v.InferOutput<typeof ResetReason>;
export const ResetEvent = v.object({ reason: ResetReason });
export type ResetEvent = v.InferOutput<typeof ResetEvent>;

/** The last event of a stream whose place went to another reader: open none before `retryAfterMs` has passed. */
export const AwayEvent = v.object({ retryAfterMs: Milliseconds });
export type AwayEvent = v.InferOutput<typeof AwayEvent>;

/** `id` is the cursor the event moves its reader to, if it moves it. */
export type FeedEvent =
  | { readonly event: 'hello'; readonly data: HelloEvent; readonly retryMs: number }
  | { readonly event: 'strikes'; readonly id: number; readonly data: StrikesEvent | StrikeColumnsEvent }
  | { readonly event: 'hb'; readonly id: number; readonly data: HeartbeatEvent }
  | { readonly event: 'storm-cells'; readonly data: CellsEvent }
  | { readonly event: 'reset'; readonly data: ResetEvent }
  | { readonly event: 'away'; readonly data: AwayEvent };

/** A server-sent-events frame with its blank line. JSON escapes newlines, so the data is one line. */
export function encodeFeedEvent(event: FeedEvent): string {
  const retry = event.event === 'hello' ? `retry: ${event.retryMs}\n` : '';
  const id = 'id' in event ? `id: ${event.id}\n` : '';
  return `${retry}event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}

const SCHEMAS = {
  hello: HelloEvent,
  strikes: v.union([StrikesEvent, StrikeColumnsEvent]),
  hb: HeartbeatEvent,
  'storm-cells': CellsEvent,
  reset: ResetEvent,
  away: AwayEvent,
} as const;

export type FeedEventName = keyof typeof SCHEMAS;
export const FEED_EVENT_NAMES = Object.keys(SCHEMAS) as FeedEventName[];

type Decoded<Event> = Event extends FeedEvent ? Pick<Event, 'event' | 'data'> : never;
/** Without what stands beside the data of a frame. */
export type DecodedFeedEvent = Decoded<FeedEvent>;

type DecodeResult =
  | { readonly ok: true; readonly value: DecodedFeedEvent }
  | { readonly ok: false; readonly reason: string; readonly otherProtocol?: number };

/**
 * Parses and checks the data received under `event`. Never throws. `otherProtocol`: a `hello` of another version, which
 * may have changed everything else.
 */
export function decodeFeedEvent(event: FeedEventName, text: string): DecodeResult {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const protocol = event === 'hello' ? (data as { protocol?: unknown } | null)?.protocol : undefined;
  if (typeof protocol === 'number' && protocol !== PROTOCOL_VERSION) {
    return { ok: false, reason: `protocol ${protocol}`, otherProtocol: protocol };
  }
  const result = v.safeParse(SCHEMAS[event], data);
  if (result.success) return { ok: true, value: { event, data: result.output } as DecodedFeedEvent };
  const issue = result.issues[0];
  return { ok: false, reason: `${v.getDotPath(issue) ?? event}: ${issue.message}` };
}
