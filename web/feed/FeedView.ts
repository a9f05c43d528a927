import { proxy, ref } from 'valtio';
import type { FeedState, Source } from '#shared/wire/FeedEvent.ts';
import type { HeldStrikes } from '#web/strikes/HeldStrikes.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** Handed out as it is: valtio neither watches nor copies it. */
type Untracked<Held extends object> = ReturnType<typeof ref<Held>>;

/** What the page sees of the feed. The strikes themselves are not tracked: another `strikes` means that they changed. */
export interface FeedView {
  strikes: Untracked<HeldStrikes>;
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
