import { whenIdle } from '#web/kit/browser/whenIdle.ts';
import { cacheSite } from '#web/kit/offline/cacheSite.ts';
import { loadSky, packSky, saveSky } from './CachedSky.ts';
import type { ViewStatus } from './FeedView.ts';
import type { LiveFeed } from './LiveFeed.ts';

const CHECK_MS = 5_000;
const SAVE_EVERY_MS = 60_000;

/** Caches the live sky, shows it if the feed is silent, and caches the site's files. Returns a stop function. */
export function cacheSky(feed: LiveFeed, statusNow: () => ViewStatus): () => void {
  let savedAtMs = Number.NEGATIVE_INFINITY;
  if (feed.view.receivedAtMs === null)
    void loadSky(Date.now()).then((cachedSky) => cachedSky && feed.recall(cachedSky));
  const save = () => {
    const { strikes, clockOffsetMs, source } = feed.view;
    const knownUntilMs = knownUntil(statusNow());
    if (knownUntilMs === undefined) return;
    savedAtMs = performance.now();
    void saveSky(packSky(strikes.store, { knownUntilMs, clockOffsetMs, simulated: source === 'simulated' }));
  };
  const timer = setInterval(() => performance.now() - savedAtMs >= SAVE_EVERY_MS && save(), CHECK_MS);
  const saveIfHidden = () => document.hidden && save();
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', saveIfHidden);
  save();
  whenIdle(() => void cacheSite(), 10_000);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', save);
    document.removeEventListener('visibilitychange', saveIfHidden);
  };
}

/** Only a live sky is cached: another could replace a more complete one. */
function knownUntil(viewStatus: ViewStatus): number | undefined {
  const present = viewStatus.kind === 'past' ? viewStatus.live : viewStatus;
  return present.kind === 'live' || present.kind === 'delayed' ? present.checkedMs : undefined;
}
