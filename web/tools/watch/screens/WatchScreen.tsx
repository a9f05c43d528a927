import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useRingsOnMap } from '#web/ground/picture/visibleRings.ts';
import { useAlone } from '#web/kit/browser/alone.ts';
import { useHash } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { PageLink, usePathname } from '#web/kit/routing/PageLink.tsx';
import { parsePath, pathOf, type WatchlistPlace } from '#web/kit/routing/routes.ts';
import { isSetupAddress, type WatchedPlace, watchAddress } from '#web/kit/routing/watchAddress.ts';
import { type LiveFeed, useLiveFeed } from '#web/sky/LiveFeed.ts';
import { Changes } from '#web/tools/watch/Facts.tsx';
import { Panel, type PanelView, type SafetyPanelProps, useSentences } from '#web/tools/watch/Panel.tsx';
import { PushUpkeep, Recipients } from '#web/tools/watch/recipients/Recipients.tsx';
import { useWatchedArea } from '#web/tools/watch/useWatchedArea.ts';
import { areaOf, dataLossCause, watchedPlaceName } from '#web/tools/watch/watchedArea.ts';
import { MuteBox } from '#web/tools/watch/watchlist/AreaRules.tsx';
import {
  callErrorOf,
  errorText,
  keysOf,
  parseMuteKey,
  parseWatchlistKeys,
  type RenewedKey,
  rememberWatchlist,
  renewKey,
  storedNextKey,
  storeRenewedKey,
  watchlistLink,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { Links } from '#web/tools/watch/watchlist/Links.tsx';
import { DeviceWatchlists, OpenLink, SaveWatchlist } from '#web/tools/watch/watchlist/SaveWatchlist.tsx';
import { useWatchlist } from '#web/tools/watch/watchlist/useWatchlist.ts';
import { WatchlistPanel } from '#web/tools/watch/watchlist/WatchlistPanel.tsx';
import { WhereAlertsSupported } from '#web/tools/watch/watchlist/WhereAlertsSupported.tsx';
import styles from './Setup.module.css';
import { Setup } from './Setup.tsx';

interface WatchlistScreenProps extends Pick<SafetyPanelProps, 'panelView'> {
  readonly place: WatchlistPlace;
  readonly hash: string;
}

/** Opened with the keys in the fragment, or with those saved in this browser. */
export function WatchlistScreen({ place, hash, panelView }: WatchlistScreenProps) {
  const { LL } = useTexts();
  useAlone(panelView.wall || !panelView.onMap);
  const keys = useMemo(() => ({ ...keysOf(place), ...parseWatchlistKeys(hash) }), [place, hash]);
  const mute = useMemo(() => parseMuteKey(hash), [hash]);
  const muting = mute !== undefined && <MuteBox place={place} mute={mute} />;
  const bearerKey = keys.owner ?? keys.duty ?? keys.view;
  if (!bearerKey && muting) return <MuteOnly>{muting}</MuteOnly>;
  if (!bearerKey) return <Closed text={LL.watch.watchlist.open.noKey()} />;
  return (
    <OpenWatchlist
      key={keys.owner ? 'owner' : keys.duty ? 'duty' : 'view'}
      place={place}
      keys={keys}
      bearerKey={bearerKey}
      muting={muting}
      panelView={panelView}
    />
  );
}

type OpenWatchlistProps = Pick<
  Parameters<typeof WatchlistPanel>[0],
  'place' | 'keys' | 'bearerKey' | 'muting' | 'panelView'
>;

function OpenWatchlist({ place, keys, bearerKey, ...rest }: OpenWatchlistProps) {
  const { LL, locale } = useTexts();
  // A page that watches must not sleep while it is hidden.
  const feed = useLiveFeed(true);
  const watchlist = useWatchlist(place.id, bearerKey);
  const { refusal } = watchlist;
  const error = refusal && callErrorOf(refusal);
  const view = watchlist.state?.areas.find(({ id }) => id === place.area);
  const name = view?.name;
  useEffect(() => {
    if (name !== undefined) rememberWatchlist({ ...place, name, keys });
  }, [name, place, keys]);
  const renewed = useCallback(
    (which: RenewedKey, key: string) => {
      storeRenewedKey(place.id, which);
      renewKey(place.id, which, key);
      navigate(watchlistLink(place, { ...keys, [which]: key }, locale), { replace: true });
    },
    [place, keys, locale],
  );
  // The response to the renewal was lost: the new key is the owner's now.
  useEffect(() => {
    const next = keys.owner && error === 'key' ? storedNextKey(place.id, 'owner') : undefined;
    if (next) renewed('owner', next);
  }, [error, keys, place, renewed]);
  if (!view) {
    if (watchlist.state) return <Closed text={LL.watch.watchlist.fault.gone()} />;
    if (refusal === null) return <Closed text={LL.watch.watchlist.open.reading()} waiting />;
    const isFinal = error === 'key' || error === 'gone';
    const text = errorText(refusal, LL);
    return <Closed text={isFinal ? text : `${text} ${LL.watch.watchlist.open.failing()}`} />;
  }
  if (!feed) return null;
  const recipients = watchlist.state?.recipients ?? [];
  return (
    <>
      {keys.owner && (
        <PushUpkeep
          watchlistId={place.id}
          ownerKey={keys.owner}
          recipients={recipients}
          onChanged={watchlist.refresh}
        />
      )}
      <WatchlistPanel
        {...rest}
        feed={feed}
        place={place}
        keys={keys}
        bearerKey={bearerKey}
        watchlist={watchlist}
        view={view}
        recipients={(site) =>
          keys.owner && (
            <Recipients
              place={place}
              ownerKey={keys.owner}
              recipients={recipients}
              site={site}
              onChanged={watchlist.refresh}
            />
          )
        }
        links={(site) => (
          <Links
            key={locale}
            place={place}
            keys={keys}
            alone={(watchlist.state?.areas.length ?? 0) <= 1}
            delegatedKeys={watchlist.state?.delegatedKeys}
            onChanged={watchlist.refresh}
            onRenewed={renewed}
            site={site}
          />
        )}
      />
    </>
  );
}

/** For visitors with a message's link but without a key of the watchlist: they may mute, and see nothing else. */
function MuteOnly({ children }: { readonly children: ReactNode }) {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.watch.watchlist.muting.page()}</h1>
      {children}
      <p className={styles.notice}>{LL.watch.watchlist.muting.panel()}</p>
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

/** Shows why there is no panel; never an all-clear. */
function Closed({ text, waiting = false }: { readonly text: string; readonly waiting?: boolean }) {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.watch.title()}</h1>
      {!waiting && (
        <p className={styles.closed}>
          <strong>{LL.watch.unknown()}.</strong> {LL.watch.notClear()}
        </p>
      )}
      <p role="status" data-closed>
        {text}
      </p>
      {!waiting && (
        <p>
          <PageLink page="watch">{LL.watch.watchlist.open.start()}</PageLink>
        </p>
      )}
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

/** The panel of a watchlist's area or of the fragment's place; without either, the setup. */
export default function WatchScreen() {
  const { LL } = useTexts();
  const hash = useHash();
  const pathname = usePathname();
  const { locale, watchlist } = useMemo(() => parsePath(pathname), [pathname]);
  const [parsed, start] = useAddress(watchAddress, 'hash');
  const wall = new URLSearchParams(useSearch()).get('wall') === '1';
  const here = pathname + hash;
  const [mapFor, setMapFor] = useState<string>();
  const panelView: PanelView = {
    wall,
    onWall: (isRequested) => navigate(`${pathname}${isRequested ? '?wall=1' : ''}${hash}`),
    onMap: mapFor === here,
    showMap: (isRequested) => setMapFor(isRequested ? here : undefined),
    onAnother: () => navigate(pathOf('watch', locale)),
  };
  if (watchlist)
    return (
      <WatchlistScreen key={`${watchlist.id}/${watchlist.area}`} place={watchlist} hash={hash} panelView={panelView} />
    );
  if (parsed?.ok && !isSetupAddress(hash)) return <LivePanel key={hash} place={parsed.place} panelView={panelView} />;
  return (
    <div className={styles.screen}>
      <p>{LL.watch.lead()}</p>
      <DeviceWatchlists />
      <WhereAlertsSupported>
        <Setup
          key={hash}
          known={parsed?.ok ? parsed.place : undefined}
          error={parsed?.ok ? undefined : parsed?.error}
          onStart={start}
          onSaved={navigate}
        />
      </WhereAlertsSupported>
      <OpenLink />
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

interface LivePanelProps extends Pick<SafetyPanelProps, 'panelView'> {
  readonly place: WatchedPlace;
}

function LivePanel({ place, panelView }: LivePanelProps) {
  // A page that watches must not sleep while it is hidden.
  const feed = useLiveFeed(true);
  useAlone(panelView.wall || !panelView.onMap);
  return feed && <PlacePanel feed={feed} place={place} panelView={panelView} />;
}

interface PlacePanelProps extends LivePanelProps {
  readonly feed: LiveFeed;
}

/** The panel of a place that only this page watches: it needs only the server's stream. */
function PlacePanel({ feed, place, panelView }: PlacePanelProps) {
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
      panelView={panelView}
      name={watchedPlaceName(place)}
      area={area}
      watched={watched}
      cause={dataLossCause(area, view, sighting)}
      changes={<Changes lines={lines} />}
      more={<SaveWatchlist placeNow={() => place} onSaved={navigate} />}
    />
  );
}
