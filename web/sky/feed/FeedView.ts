import type { Areas } from '#shared/geo/BBox.ts';
import { FEED_DOWN_AFTER_MS } from '#shared/limits.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedState, PrimarySource, Source } from '#shared/wire/FeedEvent.ts';
import type { HeldStrikes, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import type { ConnectionState } from './FeedConnection.ts';

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
