import { lazy, Suspense, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { WatchlistView } from '#shared/watch/bodies.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { pathOf, type WatchlistPlace } from '#web/kit/routing/routes.ts';
import { ConfirmDialog, CopiedLink } from './CopiedLink.tsx';
import {
  callErrorOf,
  callWatchlist,
  errorText,
  forgetWatchlist,
  type RenewedKey,
  type WatchlistKeys,
  watchlistLink,
} from './deviceWatchlists.ts';
import styles from './Watchlist.module.css';

/** Most places need no further keys. */
const OwnerKeys = lazy(() => withinChunkTimeout(import('./OwnerKeys.tsx')));

interface LinksProps {
  readonly place: WatchlistPlace;
  readonly keys: WatchlistKeys;
  readonly alone: boolean;
  readonly delegatedKeys: WatchlistView['delegatedKeys'];
  /** True for a work site, which has further links, and keys to delegate. */
  readonly site: boolean;
  readonly onChanged: () => void;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

export function Links({ place, keys, alone, delegatedKeys, site, onChanged, onRenewed }: LinksProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.links;
  const linkOf = (of: WatchlistKeys) => window.location.origin + watchlistLink(place, of, locale);
  const leave = () => {
    forgetWatchlist(place);
    navigate(pathOf('watch', locale));
  };
  return (
    <section className={styles.section}>
      <h2>{site ? texts.title() : texts.mine()}</h2>
      <p>{texts.text()}</p>
      {keys.owner && (
        <CopiedLink
          label={site ? texts.owner() : texts.mine()}
          link={linkOf(keys)}
          button={site ? texts.copyOwner() : texts.copyMine()}
          scanned={texts.scanned.owner()}
        />
      )}
      {(site || !keys.owner) &&
        (keys.view ? (
          <CopiedLink
            label={texts.view()}
            link={linkOf({ view: keys.view })}
            button={texts.copyView()}
            scanned={texts.scanned.view()}
          />
        ) : (
          <p>{texts.onlyMaker()}</p>
        ))}
      {site && keys.owner && (
        <Suspense>
          <OwnerKeys
            place={place}
            ownerKey={keys.owner}
            delegatedKeys={delegatedKeys}
            onChanged={onChanged}
            onRenewed={onRenewed}
          />
        </Suspense>
      )}
      <div className={`${styles.row} ${styles.leave}`}>
        <Button onClick={leave}>{texts.forget()}</Button>
        {keys.owner && <RemoveArea place={place} ownerKey={keys.owner} alone={alone} onRemoved={leave} />}
      </div>
    </section>
  );
}

interface RemoveAreaProps {
  readonly place: WatchlistPlace;
  readonly ownerKey: string;
  /** True for the watchlist's only area: the watchlist is then deleted too. */
  readonly alone: boolean;
  readonly onRemoved: () => void;
}

function RemoveArea({ place: { id, area }, ownerKey, alone, onRemoved }: RemoveAreaProps) {
  const { LL } = useTexts();
  const texts = LL.watch.links;
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    const path = alone ? `/${id}` : `/${id}/areas/${area}`;
    const called = await callWatchlist(path, { method: 'DELETE', key: ownerKey });
    if (called.ok || callErrorOf(called) === 'gone') onRemoved();
    else setFailure(errorText(called, LL));
  };
  return (
    <ConfirmDialog
      label={texts.remove()}
      query={failure ?? texts.removeSure()}
      yes={texts.removeYes()}
      no={texts.removeNo()}
      onYes={remove}
    />
  );
}
