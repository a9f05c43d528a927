import type { Areas } from '#shared/geo/Areas.ts';
import { FEED_DOWN_AFTER_MS } from '#shared/limits.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedState, Source } from '#shared/wire/FeedEvent.ts';
import type { HeldStrikes, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** The feed as told by `hello` or `hb`. */
export interface Told {
  /** The strikes up to here had been told by then. */
  readonly seq: number;
  /** When it was heard, on this device's clock. */
  readonly heardAtMs: number;
  readonly feed: FeedState;
}

/** The feed as the page sees it: a new object for each change. */
export interface FeedView {
  readonly strikes: HeldStrikes;
  readonly phase: ConnectionState['phase'];
  /** When the feed was started, on this device's clock. */
  readonly startedAtMs: number;
  /** When the server last said how the feed is, on this device's clock; null before it has. */
  readonly heardAtMs: number | null;
  /** Add to this device's time to get the server's. */
  readonly clockOffsetMs: number;
  readonly source: Source | null;
  readonly build: string | null;
  readonly feed: FeedState | null;
  /** The newest word on the feed of which every strike of the window up to its seq is held; null while there is none. */
  readonly told: Told | null;
  /** The newest word on home's storm cells, as it came; null before the first. How old it is shows its time. */
  readonly cells: CellsEvent | null;
  /** Up to when the strikes shown were known, on the server's clock, if this device kept them from an earlier visit. */
  readonly recalledToMs: number | null;
  /** The areas that the deployment watches; null before it has told them. */
  readonly areas: Areas | null;
  /** Whether the server has no place for a stream: what is new comes from slices, every 15 to 30 s. */
  readonly slicesOnly: boolean;
  /** Whether every strike of the window is held. Until then an empty map does not mean a quiet sky. */
  readonly complete: boolean;
  /** Whether the view is wider than one stream can cover; it is then never complete. */
  readonly tooWide: boolean;
  /** Whether loading strikes of the window is failing; it is being retried. */
  readonly failing: boolean;
  /** Whether the server speaks a different protocol from this copy of the site. */
  readonly outdated: boolean;
}

/** The view of a feed that has heard nothing yet. */
export function firstView(store: StrikeStore, startedAtMs: number): FeedView {
  return {
    strikes: { store, revision: 0 },
    phase: 'stopped',
    startedAtMs,
    heardAtMs: null,
    clockOffsetMs: 0,
    source: null,
    build: null,
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

/** The view with `changes`; the same object if they change nothing. */
export function changedView(view: FeedView, changes: Partial<FeedView>): FeedView {
  const names = Object.keys(changes) as (keyof FeedView)[];
  return names.every((name) => Object.is(view[name], changes[name])) ? view : { ...view, ...changes };
}

/**
 * The end of what is known of home: `nowMs`, the server's time, or the last answer of the provider once the feed is down.
 * Windows end there, and nothing is forgotten meanwhile, however long the outage lasts.
 */
export function knownUntilMs(feed: Pick<FeedState, 'lastSuccessMs'> | null, nowMs: number): number {
  const lastSuccessMs = feed?.lastSuccessMs ?? null;
  return lastSuccessMs === null || nowMs - lastSuccessMs <= FEED_DOWN_AFTER_MS ? nowMs : lastSuccessMs;
}
