import { useState } from 'react';
import type { WatchlistView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { CopiedLink, Sure } from './CopiedLink.tsx';
import { callFaultOf, callWatchlist, faultText, nextKey, type RenewedKey, watchlistLink } from './deviceWatchlists.ts';
import styles from './Watchlist.module.css';

const AREAS = ['ownerKeys'] as const;

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
  if (!useTextAreas(AREAS)) return null;
  return (
    <>
      <RenewKeys watchlistId={place.id} ownerKey={ownerKey} onRenewed={onRenewed} />
      <LentLinks {...props} />
    </>
  );
}

function LentLinks({ place, ownerKey, delegatedKeys, onChanged }: OwnerKeysProps) {
  const { LL, locale } = useTexts();
  const texts = LL.ownerKeys.lent;
  const dutyLink = (key: string) => window.location.origin + watchlistLink(place, { duty: key }, locale);
  const rest = { watchlistId: place.id, ownerKey, onChanged };
  return (
    <>
      <h3>{texts.title()}</h3>
      <p>{texts.text()}</p>
      <LentLink
        which="duty"
        isLent={delegatedKeys?.duty === true}
        linkOf={({ dutyKey = '' }) => dutyLink(dutyKey)}
        {...rest}
      />
      <LentLink which="feed" isLent={delegatedKeys?.feed === true} linkOf={({ atomUrl = '' }) => atomUrl} {...rest} />
    </>
  );
}

interface LentAccess {
  readonly dutyKey?: string;
  readonly atomUrl?: string;
}

interface LentLinkProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  readonly which: 'duty' | 'feed';
  readonly isLent: boolean;
  readonly linkOf: (made: LentAccess) => string;
  readonly onChanged: () => void;
}

/** Creates, renews and revokes a key. The key is shown once; the effect of revoking is explained beforehand. */
function LentLink({ watchlistId, ownerKey, which, isLent, linkOf, onChanged }: LentLinkProps) {
  const { LL } = useTexts();
  const words = LL.ownerKeys.lent;
  const [made, setMade] = useState<ApiResult<LentAccess>>();
  const [revoked, setRevoked] = useState<ApiResult<undefined>>();
  const path = `/${watchlistId}/${which}-key`;
  const make = async () => {
    const called = await callWatchlist<LentAccess>(path, { method: 'POST', key: ownerKey });
    setMade(called);
    setRevoked(undefined);
    onChanged();
  };
  const revoke = async () => {
    const called = await callWatchlist<undefined>(path, { method: 'DELETE', key: ownerKey });
    setRevoked(called);
    if (called.ok) setMade(undefined);
    onChanged();
  };
  const failed = [made, revoked].find((called) => called && !called.ok);
  const isOut = made?.ok || (isLent && !revoked?.ok);
  return (
    <div className={styles.lent} data-lent={which}>
      {made?.ok && (
        <CopiedLink
          label={words.label[which]()}
          link={linkOf(made.value)}
          button={words.copy()}
          scanned={LL.watch.links.scanned[which]()}
        />
      )}
      {isOut && !made?.ok && <p>{words.inUse[which]()}</p>}
      <div className={styles.row}>
        {isOut ? (
          <>
            <Sure
              key={made?.ok ? linkOf(made.value) : which}
              label={words.renew[which]()}
              question={words.renewSure[which]()}
              yes={words.renewYes()}
              no={words.no()}
              onYes={make}
            />
            <Sure
              label={words.revoke[which]()}
              question={words.revokeSure[which]()}
              yes={words.revokeYes()}
              no={words.no()}
              onYes={revoke}
            />
          </>
        ) : (
          <Button onClick={make}>{words.make[which]()}</Button>
        )}
      </div>
      <p role="status">{revoked?.ok && words.revoked[which]()}</p>
      <p role="alert" className={form.error}>
        {failed && !failed.ok && faultText(failed, LL)}
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
  const words = LL.ownerKeys.renewKeys;
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
  const sure = (which: RenewedKey) => (
    <Sure
      key={`${which} ${renewed?.called.ok}`}
      label={words.label[which]()}
      question={words.sure[which]()}
      yes={LL.ownerKeys.lent.renewYes()}
      no={LL.ownerKeys.lent.no()}
      onYes={() => renew(which)}
    />
  );
  return (
    <div data-renew-keys>
      <div className={styles.row}>
        {sure('owner')}
        {sure('view')}
      </div>
      <p role="status">{renewed?.called.ok && words.done[renewed.which]()}</p>
      <p role="alert" className={form.error}>
        {failed && (callFaultOf(failed) === 'network' ? words.unsure() : faultText(failed, LL))}
      </p>
    </div>
  );
}
