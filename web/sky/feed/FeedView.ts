import type { Areas } from '#shared/geo/Areas.ts';
import { FEED_DOWN_AFTER_MS } from '#shared/limits.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedState, Source } from '#shared/wire/FeedEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import type { HeldStrikes, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** The feed as told by `hello` or `hb`. */
export interface Told {
  /** Strikes up to here had been told by then. */
  readonly seq: number;
  /** On this device's clock. */
  readonly heardAtMs: number;
  readonly feed: FeedState;
}

/** The feed as the page sees it: a new object for each change. */
export interface FeedView {
  readonly strikes: HeldStrikes;
  readonly phase: ConnectionState['phase'];
  /** On this device's clock. */
  readonly startedAtMs: number;
  /** When the server last told the feed's state, on this device's clock; null before. */
  readonly heardAtMs: number | null;
  /** Add to this device's time to get the server's. */
  readonly clockOffsetMs: number;
  readonly source: Source | null;
  readonly build: string | null;
  /** Null before the server has told it, and where the source is as ever: ground strokes that may guard. */
  readonly primary: PrimarySource | null;
  /** Whether a satellite watches the primary source. */
  readonly crossCheck: boolean;
  readonly feed: FeedState | null;
  /** The newest state of which every strike of the window up to its seq is held; null before. */
  readonly told: Told | null;
  /** The newest event on home's storm cells, however old; null before the first. */
  readonly cells: CellsEvent | null;
  /** Until when strikes kept from an earlier visit were known, on the server's clock; null unless they are shown. */
  readonly recalledToMs: number | null;
  /** The watched areas; null before the server has told them. */
  readonly areas: Areas | null;
  /** Whether the server has no place for a stream: what is new comes from slices, every 15 to 30 s. */
  readonly slicesOnly: boolean;
  /** Whether every strike of the window is held. Until then an empty map does not mean a quiet sky. */
  readonly complete: boolean;
  /** Whether the view is wider than one stream can cover; it is then never complete. */
  readonly tooWide: boolean;
  /** Loading strikes of the window is failing, and being retried. */
  readonly failing: boolean;
  /** Whether the server speaks a different protocol from this copy of the site. */
  readonly outdated: boolean;
}

export function firstView(store: StrikeStore, startedAtMs: number): FeedView {
  return {
    strikes: { store, revision: 0 },
    phase: 'stopped',
    startedAtMs,
    heardAtMs: null,
    clockOffsetMs: 0,
    source: null,
    build: null,
    primary: null,
    crossCheck: false,
    feed: null,
    told: null,
    cells: null,
    recalledToMs: null,
    areas: null,
    slicesOnly: false,
    complete: false,
    tooWide: false,
    failing: false,
    outdated: false,
  };
}

/** The same object if `changes` change nothing. */
export function changedView(view: FeedView, changes: Partial<FeedView>): FeedView {
  const names = Object.keys(changes) as (keyof FeedView)[];
  return names.every((name) => Object.is(view[name], changes[name])) ? view : { ...view, ...changes };
}

/** Returns where windows end: `nowMs` (server's time), or a dead feed's last answer, so that outages forget nothing. */
export function knownUntilMs(feed: Pick<FeedState, 'lastSuccessMs' | 'cause'> | null, nowMs: number): number {
  const lastSuccessMs = feed?.lastSuccessMs ?? null;
  // A source that is late by its nature knows nothing of the last minutes.
  if (lastSuccessMs !== null && feed?.cause === 'late') return Math.min(nowMs, lastSuccessMs);
  return lastSuccessMs === null || nowMs - lastSuccessMs <= FEED_DOWN_AFTER_MS ? nowMs : lastSuccessMs;
}
