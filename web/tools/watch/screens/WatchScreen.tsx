import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useRingsOnMap } from '#web/ground/picture/shownRings.ts';
import { isSetupAddress, parseWatchAddress, type WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { useAlone } from '#web/kit/browser/alone.ts';
import { useHash } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { parsePath, pathOf } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import { useLiveFeed } from '#web/sky/feed/useLiveFeed.ts';
import { DeviceWatchlists, OpenLink } from '#web/tools/watch/watchlist/HeldWatchlists.tsx';
import { KeepWatching } from '#web/tools/watch/watchlist/KeepWatching.tsx';
import { WhereAlertsSupported } from '#web/tools/watch/watchlist/WhereAlertsSupported.tsx';
import styles from './Setup.module.css';
import { Setup } from './Setup.tsx';
import '#web/tools/watch/watchTokens.css';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { Changes } from '#web/tools/watch/Facts.tsx';
import { Panel, type PanelTurns, type SafetyPanelProps, useSentences } from '#web/tools/watch/Panel.tsx';
import { useWatchedArea } from '#web/tools/watch/useWatchedArea.ts';
import { areaOf, blindCause, watchedPlaceName } from '#web/tools/watch/watchedArea.ts';
import { WatchlistScreen } from './WatchlistScreen.tsx';

/** The panel of a watchlist's area or of the fragment's place; without either, the setup. */
export default function WatchScreen() {
  const { LL } = useTexts();
  const hash = useHash();
  const pathname = usePathname();
  const { locale, watchlist } = useMemo(() => parsePath(pathname), [pathname]);
  const parsed = useMemo(() => parseWatchAddress(hash), [hash]);
  const wall = new URLSearchParams(useSearch()).get('wall') === '1';
  const here = pathname + hash;
  const [mapFor, setMapFor] = useState<string>();
  const turns: PanelTurns = {
    wall,
    onWall: (wanted) => navigate(`${pathname}${wanted ? '?wall=1' : ''}${hash}`),
    onMap: mapFor === here,
    showMap: (wanted) => setMapFor(wanted ? here : undefined),
    onAnother: () => navigate(pathOf('watch', locale)),
  };
  if (watchlist)
    return <WatchlistScreen key={`${watchlist.id}/${watchlist.area}`} place={watchlist} hash={hash} turns={turns} />;
  if (parsed?.ok && !isSetupAddress(hash)) return <LivePanel key={hash} place={parsed.place} turns={turns} />;
  return (
    <div className={styles.screen}>
      <p>{LL.watch.lead()}</p>
      <DeviceWatchlists />
      <WhereAlertsSupported>
        <Setup
          key={hash}
          known={parsed?.ok ? parsed.place : undefined}
          fault={parsed?.ok ? undefined : parsed?.fault}
          onStart={(next) => navigate(pathname + window.location.search + next)}
          onKept={navigate}
        />
      </WhereAlertsSupported>
      <OpenLink />
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

interface LivePanelProps extends Pick<SafetyPanelProps, 'turns'> {
  readonly place: WatchedPlace;
}

function LivePanel({ place, turns }: LivePanelProps) {
  // A page that watches must not sleep while it is hidden.
  const feed = useLiveFeed(true);
  useAlone(turns.wall || !turns.onMap);
  return feed && <PlacePanel feed={feed} place={place} turns={turns} />;
}

interface PlacePanelProps extends LivePanelProps {
  readonly feed: LiveFeed;
}

/** The panel of a place that only this page watches: it needs only the server's stream. */
function PlacePanel({ feed, place, turns }: PlacePanelProps) {
  const area = useMemo(() => areaOf(place), [place]);
  useRingsOnMap(area);
  const watched = useWatchedArea(feed, area);
  const { changes, sighting, view } = watched;
  const sentenceOf = useSentences(area, view.feed?.providerOffsetMs ?? 0);
  const lines = changes.map((change) => ({
    key: change.change,
    atMs: change.atMs,
    kind: change.kind,
    sentence: sentenceOf(change),
  }));
  return (
    <Panel
      turns={turns}
      name={watchedPlaceName(place)}
      area={area}
      watched={watched}
      cause={blindCause(area, view, sighting)}
      changes={<Changes lines={lines} />}
      more={<KeepWatching placeNow={() => place} onKept={navigate} />}
    />
  );
}
