import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAlone } from '#web/kit/browser/alone.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import { useLiveFeed } from '#web/sky/feed/useLiveFeed.ts';
import { BookPanel } from '#web/tools/watch/book/BookPanel.tsx';
import { bookLink, parseBookKeys, parseMuteKey } from '#web/tools/watch/book/bookAddress.ts';
import { callFaultOf, faultText } from '#web/tools/watch/book/callBook.ts';
import {
  keptNextKey,
  keysOf,
  type RenewedKey,
  rememberBook,
  renewKey,
  settleKey,
} from '#web/tools/watch/book/deviceBooks.ts';
import { Links } from '#web/tools/watch/book/Links.tsx';
import { MuteBox } from '#web/tools/watch/book/MuteBox.tsx';
import { useBook } from '#web/tools/watch/book/useBook.ts';
import type { SafetyPanelProps } from '#web/tools/watch/Panel.tsx';
import { PushUpkeep } from '#web/tools/watch/recipients/PushUpkeep.tsx';
import { Recipients } from '#web/tools/watch/recipients/Recipients.tsx';
import styles from './Setup.module.css';

interface BookScreenProps extends Pick<SafetyPanelProps, 'turns'> {
  readonly place: BookPlace;
  readonly hash: string;
}

/** Opened by the keys in the fragment, or by those that this browser keeps. */
export function BookScreen({ place, hash, turns }: BookScreenProps) {
  const { LL } = useTexts();
  useAlone(turns.wall || !turns.onMap);
  const keys = useMemo(() => ({ ...keysOf(place), ...parseBookKeys(hash) }), [place, hash]);
  const mute = useMemo(() => parseMuteKey(hash), [hash]);
  const muting = mute !== undefined && <MuteBox place={place} mute={mute} />;
  const bearerKey = keys.owner ?? keys.duty ?? keys.view;
  if (!bearerKey && muting) return <MuteOnly>{muting}</MuteOnly>;
  if (!bearerKey) return <Closed said={LL.book.open.noKey()} />;
  return (
    <OpenBook
      key={keys.owner ? 'owner' : keys.duty ? 'duty' : 'view'}
      place={place}
      keys={keys}
      bearerKey={bearerKey}
      muting={muting}
      turns={turns}
    />
  );
}

type OpenBookProps = Pick<Parameters<typeof BookPanel>[0], 'place' | 'keys' | 'bearerKey' | 'muting' | 'turns'>;

function OpenBook({ place, keys, bearerKey, ...rest }: OpenBookProps) {
  const { LL, locale } = useTexts();
  // A page that watches must not fall asleep while it is hidden.
  const feed = useLiveFeed(true);
  const book = useBook(place.id, bearerKey);
  const { refusal } = book;
  const error = refusal && callFaultOf(refusal);
  const view = book.state?.areas.find(({ id }) => id === place.area);
  const name = view?.name;
  useEffect(() => {
    if (name !== undefined) rememberBook({ ...place, name, keys });
  }, [name, place, keys]);
  const renewed = useCallback(
    (which: RenewedKey, key: string) => {
      settleKey(place.id, which);
      renewKey(place.id, which, key);
      navigate(bookLink(place, { ...keys, [which]: key }, locale), { replace: true });
    },
    [place, keys, locale],
  );
  // The answer that said so was lost: the key that was sent is the owner's now.
  useEffect(() => {
    const next = keys.owner && error === 'key' ? keptNextKey(place.id, 'owner') : undefined;
    if (next) renewed('owner', next);
  }, [error, keys, place, renewed]);
  if (!view) {
    if (book.state) return <Closed said={LL.book.fault.gone()} />;
    if (refusal === null) return <Closed said={LL.book.open.reading()} waiting />;
    const isFinal = error === 'key' || error === 'gone';
    const said = faultText(refusal, LL);
    return <Closed said={isFinal ? said : `${said} ${LL.book.open.failing()}`} />;
  }
  if (!feed) return null;
  const recipients = book.state?.recipients ?? [];
  return (
    <>
      {keys.owner && (
        <PushUpkeep bookId={place.id} ownerKey={keys.owner} recipients={recipients} onChanged={book.refresh} />
      )}
      <BookPanel
        {...rest}
        feed={feed}
        place={place}
        keys={keys}
        bearerKey={bearerKey}
        book={book}
        view={view}
        recipients={(site) =>
          keys.owner && (
            <Recipients
              place={place}
              ownerKey={keys.owner}
              recipients={recipients}
              site={site}
              onChanged={book.refresh}
            />
          )
        }
        links={(site) => (
          <Links
            key={locale}
            place={place}
            keys={keys}
            alone={(book.state?.areas.length ?? 0) <= 1}
            delegatedKeys={book.state?.delegatedKeys}
            onChanged={book.refresh}
            onRenewed={renewed}
            site={site}
          />
        )}
      />
    </>
  );
}

/** For visitors by a message's link without a key of the book: they may mute, and learn nothing else. */
function MuteOnly({ children }: { readonly children: ReactNode }) {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.book.muting.page()}</h1>
      {children}
      <p className={styles.notice}>{LL.book.muting.panel()}</p>
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}

/** Says why there is no panel; never an all-clear. */
function Closed({ said, waiting = false }: { readonly said: string; readonly waiting?: boolean }) {
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
        {said}
      </p>
      {!waiting && (
        <p>
          <PageLink page="watch">{LL.book.open.start()}</PageLink>
        </p>
      )}
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}
