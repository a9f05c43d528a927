import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useHash } from '#web/browser/useHash.ts';
import { useLiveFeed } from '#web/feed/useLiveFeed.ts';
import { useTexts } from '#web/i18n/index.ts';
import { parseWatchAddress, type WatchedPlace } from '#web/routing/watchAddress.ts';
import { Panel } from './Panel.tsx';
import styles from './Setup.module.css';
import { Setup } from './Setup.tsx';
import './watchTokens.css';

/** The setup, or the panel of the place that the address's fragment names. */
export default function WatchScreen() {
  const { LL } = useTexts();
  const hash = useHash();
  const parsed = useMemo(() => parseWatchAddress(hash), [hash]);
  if (parsed?.ok) return <LivePanel key={hash} place={parsed.place} />;
  return (
    <div className={styles.screen}>
      <h1>{LL.watch.title()}</h1>
      <p>{LL.watch.lead()}</p>
      <Setup key={hash} fault={parsed?.fault} onStart={(next) => navigate(window.location.pathname + next)} />
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

function LivePanel({ place }: { readonly place: WatchedPlace }) {
  const search = new URLSearchParams(useSearch());
  const wall = search.get('wall') === '1';
  // A page that watches must not fall asleep while it is hidden.
  const feed = useLiveFeed(true);
  if (!feed) return null;
  const { pathname, hash } = window.location;
  return (
    <Panel
      feed={feed}
      place={place}
      wall={wall}
      onWall={(wanted) => navigate(`${pathname}${wanted ? '?wall=1' : ''}${hash}`)}
      onAnother={() => navigate(pathname)}
    />
  );
}
