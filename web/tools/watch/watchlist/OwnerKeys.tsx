import { useState } from 'react';
import type { WatchlistView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { ConfirmDialog, CopiedLink } from './CopiedLink.tsx';
import { callErrorOf, callWatchlist, errorText, nextKey, type RenewedKey, watchlistLink } from './deviceWatchlists.ts';
import styles from './Watchlist.module.css';

interface OwnerKeysProps {
  readonly place: WatchlistPlace;
  readonly ownerKey: string;
  /** The keys that were delegated; undefined if unknown. */
  readonly delegatedKeys: WatchlistView['delegatedKeys'];
  readonly onChanged: () => void;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

/** The keys that an owner can renew, and those delegated and revoked: the duty link, the address of the feed. */
export default function OwnerKeys(props: OwnerKeysProps) {
  const { place, ownerKey, onRenewed } = props;
  return (
    <>
      <RenewKeys watchlistId={place.id} ownerKey={ownerKey} onRenewed={onRenewed} />
      <DelegatedLinks {...props} />
    </>
  );
}

function DelegatedLinks({ place, ownerKey, delegatedKeys, onChanged }: OwnerKeysProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.ownerKeys.lent;
  const dutyLink = (key: string) => window.location.origin + watchlistLink(place, { duty: key }, locale);
  const rest = { watchlistId: place.id, ownerKey, onChanged };
  return (
    <>
      <h3>{texts.title()}</h3>
      <p>{texts.text()}</p>
      <DelegatedLink
        which="duty"
        isDelegated={delegatedKeys?.duty === true}
        linkOf={({ dutyKey = '' }) => dutyLink(dutyKey)}
        {...rest}
      />
      <DelegatedLink
        which="feed"
        isDelegated={delegatedKeys?.feed === true}
        linkOf={({ atomUrl = '' }) => atomUrl}
        {...rest}
      />
    </>
  );
}

interface DelegatedAccess {
  readonly dutyKey?: string;
  readonly atomUrl?: string;
}

interface DelegatedLinkProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  readonly which: 'duty' | 'feed';
  readonly isDelegated: boolean;
  readonly linkOf: (delegatedAccess: DelegatedAccess) => string;
  readonly onChanged: () => void;
}

/** Creates, renews and revokes a key. The key is shown once; the effect of revoking is explained beforehand. */
function DelegatedLink({ watchlistId, ownerKey, which, isDelegated, linkOf, onChanged }: DelegatedLinkProps) {
  const { LL } = useTexts();
  const texts = LL.watch.ownerKeys.lent;
  const [created, setCreated] = useState<ApiResult<DelegatedAccess>>();
  const [revoked, setRevoked] = useState<ApiResult<undefined>>();
  const path = `/${watchlistId}/${which}-key`;
  const make = async () => {
    const called = await callWatchlist<DelegatedAccess>(path, { method: 'POST', key: ownerKey });
    setCreated(called);
    setRevoked(undefined);
    onChanged();
  };
  const revoke = async () => {
    const called = await callWatchlist<undefined>(path, { method: 'DELETE', key: ownerKey });
    setRevoked(called);
    if (called.ok) setCreated(undefined);
    onChanged();
  };
  const failed = [created, revoked].find((called) => called && !called.ok);
  const isOut = created?.ok || (isDelegated && !revoked?.ok);
  return (
    <div className={styles.lent} data-lent={which}>
      {created?.ok && (
        <CopiedLink
          label={texts.label[which]()}
          link={linkOf(created.value)}
          button={texts.copy()}
          scanned={LL.watch.links.scanned[which]()}
        />
      )}
      {isOut && !created?.ok && <p>{texts.inUse[which]()}</p>}
      <div className={styles.row}>
        {isOut ? (
          <>
            <ConfirmDialog
              key={created?.ok ? linkOf(created.value) : which}
              label={texts.renew[which]()}
              query={texts.renewSure[which]()}
              yes={texts.renewYes()}
              no={texts.no()}
              onYes={make}
            />
            <ConfirmDialog
              label={texts.revoke[which]()}
              query={texts.revokeSure[which]()}
              yes={texts.revokeYes()}
              no={texts.no()}
              onYes={revoke}
            />
          </>
        ) : (
          <Button onClick={make}>{texts.make[which]()}</Button>
        )}
      </div>
      <p role="status">{revoked?.ok && texts.revoked[which]()}</p>
      <p role="alert" className={form.error}>
        {failed && !failed.ok && errorText(failed, LL)}
      </p>
    </div>
  );
}

interface RenewKeysProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  readonly onRenewed: (which: RenewedKey, key: string) => void;
}

/** Creates a new owner or view key, after a link was shared too widely. */
function RenewKeys({ watchlistId, ownerKey, onRenewed }: RenewKeysProps) {
  const { LL } = useTexts();
  const texts = LL.watch.ownerKeys.renewKeys;
  const [renewed, setRenewed] = useState<{ readonly which: RenewedKey; readonly called: ApiResult<unknown> }>();
  const renew = async (which: RenewedKey) => {
    const key = nextKey(watchlistId, which);
    const called = await callWatchlist(`/${watchlistId}/${which}-key`, {
      method: 'POST',
      key: ownerKey,
      body: { key },
    });
    setRenewed({ which, called });
    if (called.ok) onRenewed(which, key);
  };
  const failed = renewed && !renewed.called.ok && renewed.called;
  const confirmText = (which: RenewedKey) => (
    <ConfirmDialog
      key={`${which} ${renewed?.called.ok}`}
      label={texts.label[which]()}
      query={texts.sure[which]()}
      yes={LL.watch.ownerKeys.lent.renewYes()}
      no={LL.watch.ownerKeys.lent.no()}
      onYes={() => renew(which)}
    />
  );
  return (
    <div data-renew-keys>
      <div className={styles.row}>
        {confirmText('owner')}
        {confirmText('view')}
      </div>
      <p role="status">{renewed?.called.ok && texts.done[renewed.which]()}</p>
      <p role="alert" className={form.error}>
        {failed && (callErrorOf(failed) === 'network' ? texts.unsure() : errorText(failed, LL))}
      </p>
    </div>
  );
}
