import type { Areas, BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION, regionsOfBox } from '#shared/geo/regions.ts';
import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS, STREAM_SILENCE_MS } from '#shared/limits.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedCause, FeedState, PrimarySource, Source } from '#shared/wire/FeedEvent.ts';
import { onDemandStateAt } from '#shared/wire/feedStateAt.ts';
import type { ConnectionState } from './FeedConnection.ts';
import type { HeldStrikes, StrikeStore } from './StrikeStore.ts';

/** The feed state from `hello` or `hb`. */
export interface Reported {
  /** The stream had sent the strikes up to this seq. */
  readonly seq: number;
  /** This device's clock. */
  readonly receivedAtMs: number;
  readonly feed: FeedState;
}

/** The feed as the page sees it. Immutable: every change creates a new object. */
export interface FeedView {
  readonly strikes: HeldStrikes;
  readonly phase: ConnectionState['phase'];
  /** This device's clock. */
  readonly startedAtMs: number;
  /** When the server last sent the feed state, on this device's clock; null before the first time. */
  readonly receivedAtMs: number | null;
  /** Add to this device's time to get the server's. */
  readonly clockOffsetMs: number;
  readonly source: Source | null;
  readonly build: string | null;
  /** Null before the server has sent it, and for the usual source: ground strokes that may be used for alerts. */
  readonly primary: PrimarySource | null;
  /** Whether a satellite watches the primary source. */
  readonly crossCheck: boolean;
  readonly feed: FeedState | null;
  /** The newest state for which every strike of the window up to its seq is held; null before. */
  readonly reported: Reported | null;
  /** The newest storm-cell event of the home area, however old; null before the first. */
  readonly cells: CellsEvent | null;
  /** End of the strikes cached on an earlier visit, on the server's clock; null unless they are shown. */
  readonly restoredToMs: number | null;
  /** The watched areas; null before the server has sent them. */
  readonly areas: Areas | null;
  /** True if the server refuses a stream for lack of capacity: new data comes from slices, every 15 to 30 s. */
  readonly slicesOnly: boolean;
  /** True if every strike of the window is held. Until then an empty map does not mean that nothing struck. */
  readonly complete: boolean;
  /** True if the view is wider than one stream can cover; `complete` is then never true. */
  readonly tooWide: boolean;
  /** True if loading strikes of the window fails and is being retried. */
  readonly failing: boolean;
  /** True if the newest attempts to open a stream failed. */
  readonly streamFailing: boolean;
  /** True if the server's protocol version differs from this page's. */
  readonly outdated: boolean;
}

export function firstView(store: StrikeStore, startedAtMs: number): FeedView {
  return {
    strikes: { store, revision: 0 },
    phase: 'stopped',
    startedAtMs,
    receivedAtMs: null,
    clockOffsetMs: 0,
    source: null,
    build: null,
    primary: null,
    crossCheck: false,
    feed: null,
    reported: null,
    cells: null,
    restoredToMs: null,
    areas: null,
    slicesOnly: false,
    complete: false,
    tooWide: false,
    failing: false,
    streamFailing: false,
    outdated: false,
  };
}

/** Returns the same object if `changes` change nothing. */
export function changedView(view: FeedView, changes: Partial<FeedView>): FeedView {
  const names = Object.keys(changes) as (keyof FeedView)[];
  return names.every((name) => Object.is(view[name], changes[name])) ? view : { ...view, ...changes };
}

/** Returns where windows end: `nowMs` (server time), or a dead feed's last response, to keep its strikes. */
export function knownUntilMs(feed: Pick<FeedState, 'lastSuccessMs' | 'cause'> | null, nowMs: number): number {
  const lastSuccessMs = feed?.lastSuccessMs ?? null;
  // An inherently delayed source knows nothing about the last minutes.
  if (lastSuccessMs !== null && feed?.cause === 'late') return Math.min(nowMs, lastSuccessMs);
  return lastSuccessMs === null || nowMs - lastSuccessMs <= FEED_DOWN_AFTER_MS ? nowMs : lastSuccessMs;
}

export type StatusFacts = Pick<
  FeedView,
  | 'phase'
  | 'receivedAtMs'
  | 'clockOffsetMs'
  | 'feed'
  | 'areas'
  | 'slicesOnly'
  | 'complete'
  | 'failing'
  | 'streamFailing'
  | 'outdated'
> &
  Partial<Pick<FeedView, 'restoredToMs'>>;

/**
 * The status of the feed for this view. If the view touches the home area, it describes home; `beyond` is set while
 * data for the rest of the view is incomplete.
 * - `connecting`: the server has not responded, and nothing has failed; `abroad` if this is only about this view, which
 *   lies outside home and awaits its first poll. `restoredToMs`: the end of cached strikes, if they are shown meanwhile.
 * - `outside`: the view lies outside the watched area.
 * - `live`: strikes arrive as they happen. `whole`: every strike of the window is held, so an empty map means no
 *   lightning.
 * - `delayed`: the visible strikes are behind; `slicesOnly` if only because the server refuses a stream for lack of
 *   capacity.
 * - `past`: a past window is shown; `live` is the current status, `byHour`: shown as hourly counts.
 * - `down`: nothing is known since `sinceMs` on the server's clock, the provider's last response known here.
 *   `restored`: cached strikes are shown, because the device is offline or requests fail.
 */
export type ViewStatus =
  | { readonly kind: 'connecting'; readonly place?: 'abroad'; readonly restoredToMs?: number }
  | { readonly kind: 'outside' }
  | { readonly kind: 'past'; readonly whole: boolean; readonly live: PresentStatus; readonly byHour?: boolean }
  | { readonly kind: 'live'; readonly checkedMs: number; readonly whole: boolean; readonly beyond?: OffscreenStrike }
  | {
      readonly kind: 'delayed';
      readonly checkedMs: number;
      readonly slicesOnly: boolean;
      readonly cause?: FeedCause;
      readonly beyond?: OffscreenStrike;
    }
  | {
      readonly kind: 'down';
      /** Null if there never was data. */
      readonly sinceMs: number | null;
      readonly cause: 'connection' | 'feed' | 'format' | 'abroad';
      readonly restored?: true;
    };

export type PresentStatus = Exclude<ViewStatus, { kind: 'past' }>;

/** `nowMs` is the server's time. */
export function viewStatusOf(facts: StatusFacts, box: BBox | undefined, nowMs: number): PresentStatus {
  const { feed, phase, clockOffsetMs } = facts;
  // Cached strikes are never live, however recent.
  if (facts.receivedAtMs === null || feed === null || typeof facts.restoredToMs === 'number') {
    return silentStatus(facts, facts.restoredToMs ?? null);
  }
  const silentMs = nowMs - (facts.receivedAtMs + clockOffsetMs);
  const of = feedOfBox(feed, facts.areas, box, nowMs);
  if (phase === 'suspended' || silentMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: of.place === 'outside' ? null : of.feed.lastSuccessMs, cause: 'connection' };
  }
  switch (of.place) {
    case 'outside':
      return { kind: 'outside' };
    case 'abroad':
      return abroadStatus(of, facts, silentMs);
    case 'home':
      return homeStatus(of, facts, silentMs, nowMs);
  }
}

/** Before any response: down only once something has failed, because a slow start looks the same until then. */
function silentStatus(
  { phase, failing, streamFailing, outdated }: StatusFacts,
  restoredToMs: number | null,
): PresentStatus {
  const hasFailed = phase === 'suspended' || failing || streamFailing || outdated;
  if (!hasFailed) return { kind: 'connecting', ...(restoredToMs === null ? {} : { restoredToMs }) };
  const restored = restoredToMs === null ? {} : { restored: true as const };
  return { kind: 'down', sinceMs: restoredToMs, cause: 'connection', ...restored };
}

function homeStatus(
  { feed, beyond }: { readonly feed: FeedState; readonly beyond?: OffscreenStrike },
  { slicesOnly, complete }: Pick<StatusFacts, 'slicesOnly' | 'complete'>,
  silentMs: number,
  nowMs: number,
): PresentStatus {
  const checkedMs = feed.lastSuccessMs;
  const uncheckedMs = checkedMs === null ? Number.POSITIVE_INFINITY : nowMs - checkedMs;
  // For an inherently delayed source, only the server knows whether it is down.
  const isSilent = feed.cause !== 'late' && uncheckedMs > FEED_DOWN_AFTER_MS;
  if (checkedMs === null || feed.state === 'down' || isSilent) {
    return { kind: 'down', sinceMs: checkedMs, cause: feed.cause === 'format' ? 'format' : 'feed' };
  }
  const rest = beyond ? { beyond } : {};
  if (silentMs > STREAM_SILENCE_MS || feed.state === 'delayed' || uncheckedMs > FEED_LIVE_WITHIN_MS) {
    return { kind: 'delayed', checkedMs, slicesOnly: false, ...(feed.cause ? { cause: feed.cause } : {}), ...rest };
  }
  if (slicesOnly) return { kind: 'delayed', checkedMs, slicesOnly: true, ...rest };
  return { kind: 'live', checkedMs, whole: complete && !beyond, ...rest };
}

/** Never whole: a region polled only on demand is known for the last hour at best. */
function abroadStatus(
  { feed, requested }: { readonly feed: FeedState; readonly requested: boolean },
  { slicesOnly }: Pick<StatusFacts, 'slicesOnly'>,
  silentMs: number,
): PresentStatus {
  const checkedMs = feed.lastSuccessMs;
  if (checkedMs === null)
    return requested ? { kind: 'connecting', place: 'abroad' } : { kind: 'down', sinceMs: null, cause: 'abroad' };
  if (feed.state === 'down') return { kind: 'down', sinceMs: checkedMs, cause: 'abroad' };
  const late = silentMs > STREAM_SILENCE_MS || feed.state === 'delayed';
  if (late || slicesOnly) return { kind: 'delayed', checkedMs, slicesOnly: !late };
  return { kind: 'live', checkedMs, whole: false };
}

/** The part of a view outside home: when it was last polled, and whether it is being polled now. */
export interface OffscreenStrike {
  readonly checkedMs: number | null;
  readonly requested: boolean;
}

/**
 * The feed for a view.
 * - `home`: `feed` is home's. `beyond` is set while data for the part outside home is incomplete.
 * - `abroad`: the view lies outside home and has its own `feed`. `requested` is false if the network did not respond.
 * - `outside`: no part of the view is ever watched.
 */
type FeedOfBox =
  | { readonly place: 'home'; readonly feed: FeedState; readonly beyond?: OffscreenStrike }
  | { readonly place: 'abroad'; readonly feed: FeedState; readonly requested: boolean }
  | { readonly place: 'outside' };

/** `nowMs`: server time. Without a box or areas (older servers), everything counts as home. */
function feedOfBox(feed: FeedState, areas: Areas | null, box: BBox | undefined, nowMs: number): FeedOfBox {
  if (!areas || !box) return { place: 'home', feed };
  const regions = regionsOfBox(box, areas);
  if (regions.length === 0) return { place: 'outside' };
  const { onDemand = {}, newestStrikeMs } = feed;
  const beyond = regions.filter((region) => region !== HOME_REGION);
  const requested = !beyond.some((region) => onDemand[region]?.resting);
  if (!regions.includes(HOME_REGION)) {
    return { place: 'abroad', feed: onDemandStateAt(onDemand, beyond, newestStrikeMs, nowMs), requested };
  }
  const { state, lastSuccessMs: checkedMs } = onDemandStateAt(onDemand, beyond, newestStrikeMs, nowMs);
  const fresh = beyond.length === 0 || state === 'live';
  return fresh ? { place: 'home', feed } : { place: 'home', feed, beyond: { checkedMs, requested } };
}

/** The part of a feed that describes the source. */
interface ReportingFeed {
  readonly view: {
    /** Null until the server has responded. */
    readonly build: string | null;
    readonly source: string | null;
    /** Null for the usual source: ground strokes that may be used for alerts. */
    readonly primary: PrimarySource | null;
  };
}

/** This page's newest feed, for components outside the map. */
export const newestFeed: { is?: ReportingFeed } = {};
