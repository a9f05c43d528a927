import { proxy, ref } from 'valtio';
import type { FeedState, Source } from '#shared/wire/FeedEvent.ts';
import type { HeldStrikes } from '#web/strikes/HeldStrikes.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** Handed out as is: valtio neither watches nor copies it. */
type Untracked<Held extends object> = ReturnType<typeof ref<Held>>;

/** What the page sees of the feed, written by `LiveFeed`. Strikes are not tracked: a new `strikes` means a change. */
export interface FeedView {
  strikes: Untracked<HeldStrikes>;
  phase: ConnectionState['phase'];
  /** When the feed was started, on this device's clock. */
  startedAtMs: number;
  /** When the stream last sent anything, on this device's clock; null before it has. */
  heardAtMs: number | null;
  /** Add to this device's time to get the server's. */
  clockOffsetMs: number;
  source: Source | null;
  build: string | null;
  feed: FeedState | null;
  /** Whether every strike of the window is held. Until then an empty map does not mean a quiet sky. */
  complete: boolean;
  /** Whether the view is wider than one stream can cover; it is then never complete. */
  tooWide: boolean;
  /** Whether loading strikes of the window is failing; it is being retried. */
  failing: boolean;
  /** Whether the server speaks a different protocol from this copy of the site. */
  outdated: boolean;
}

export function createFeedView(store: StrikeStore, startedAtMs: number): FeedView {
  return proxy<FeedView>({
    strikes: ref({ store, revision: 0 }),
    phase: 'stopped',
    startedAtMs,
    heardAtMs: null,
    clockOffsetMs: 0,
    source: null,
    build: null,
    feed: null,
    complete: false,
    tooWide: false,
    failing: false,
    outdated: false,
  });
}
