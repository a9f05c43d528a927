import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import button from '#web/kit/components/Button.module.css';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useWatchlist } from '#web/tools/watch/watchlist/useWatchlist.ts';
import { watchlistLink } from '#web/tools/watch/watchlist/watchlistAddress.ts';
import type { ToldRecipient } from './addQuickAlert.ts';
import styles from './TellMe.module.css';

const LOOK_MS = 3_000;

/** The created alert, and whether a message has arrived yet: no promise before that. */
export function AlertResult({ told: { channel, watchlist, recipient, added } }: { readonly told: ToldRecipient }) {
  const { LL, locale } = useTexts();
  const texts = LL.tell;
  const said = useRef<HTMLDivElement>(null);
  const { state, refresh } = useWatchlist(watchlist.id, watchlist.keys.owner ?? '');
  const proven = state?.recipients?.find(({ id }) => id === recipient)?.state === 'proven';
  useEffect(() => said.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (proven) return;
    const handle = setInterval(refresh, LOOK_MS);
    return () => clearInterval(handle);
  }, [proven, refresh]);
  return (
    <div ref={said} tabIndex={-1} className={styles.told} data-told-by={channel} data-proven={proven}>
      <p role="status">
        <strong>{proven ? texts.works() : texts.added[channel]()}</strong>
        {!proven && channel === 'push' && added.tested === false && ` ${texts.untested()}`}
      </p>
      {added.startUrl && !proven && (
        <a className={button.primary} href={added.startUrl} target="_blank" rel="noreferrer">
          {texts.openTelegram()}
        </a>
      )}
      {added.secret && (
        <p>
          {LL.recipients.secret()} <code>{added.secret}</code>
        </p>
      )}
      <p>
        <Link href={watchlistLink(watchlist, watchlist.keys, locale)}>{texts.open({ name: watchlist.name })}</Link>
      </p>
      <p className={form.hint}>{texts.kept()}</p>
    </div>
  );
}
