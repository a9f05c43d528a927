import { proxy, ref } from 'valtio';
import type { FeedState, Source } from '#shared/wire/FeedEvent.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** What the page shows of the feed. The strikes themselves stay in `strikes`, untracked; `revision` tells of change. */
export interface FeedStatus {
  readonly strikes: StrikeStore;
  /** Raised whenever `strikes` changed. */
  revision: number;
  phase: ConnectionState['phase'];
  /** When the feed was started, on this device's clock. */
  startedAtMs: number;
  /** When the stream last said anything, on this device's clock; null before it ever did. */
  heardAtMs: number | null;
  /** Add to this device's time to get the server's. */
  clockOffsetMs: number;
  source: Source | null;
  build: string | null;
  feed: FeedState | null;
  /** Whether every strike of the window is held. Until it is, nothing may be read into an empty map. */
  complete: boolean;
  /** Whether the view is wider than what one stream covers: then it is never complete. */
  tooWide: boolean;
  /** Whether strikes of the window cannot be loaded at the moment; it is tried again. */
  failing: boolean;
  /** Whether the server speaks another protocol than this copy of the site. */
  outdated: boolean;
}

export function createFeedStore(strikes: StrikeStore, startedAtMs: number): FeedStatus {
  return proxy<FeedStatus>({
    strikes: ref(strikes),
    revision: 0,
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
