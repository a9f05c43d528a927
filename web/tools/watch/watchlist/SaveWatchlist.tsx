import { type FormEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { AreaView, WatchlistView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchedPlace } from '#web/kit/routing/watchAddress.ts';
import { useTurnstileToken } from '../../../kit/turnstile/LazyTurnstile.tsx';
import {
  errorText,
  forgetWatchlist,
  linkedPanel,
  makeWatchlist,
  readWatchlists,
  type WatchlistKeys,
  watchlistLink,
} from './deviceWatchlists.ts';
import type { LogLine } from './logLines.ts';
import styles from './Watchlist.module.css';

const OF_SITES = ['drill', 'escalated'];

/**
 * True if a place gets the page of a work site, with duty, drills, the log and further keys: if it is one, or if any of
 * that is in use. A private place gets one screen.
 */
export function needsSite(
  { kind }: Pick<AreaView, 'kind'>,
  { delegatedKeys, recipients = [] }: Pick<WatchlistView, 'delegatedKeys' | 'recipients'>,
  keys: WatchlistKeys,
  lines: readonly LogLine[],
): boolean {
  const isLogged = lines.some(({ entry }) => {
    const { event = '' } = entry as { readonly event?: string };
    return entry.type === 'note' || (entry.type === 'recipient' && OF_SITES.includes(event));
  });
  const isStepped = recipients.some(({ escalateAfterMin }) => escalateAfterMin !== undefined);
  const isDelegated = keys.duty !== undefined || delegatedKeys?.duty === true || delegatedKeys?.feed === true;
  return kind === 'site' || isLogged || isStepped || isDelegated;
}

/** Opens a link that was shared: an installed app has no address bar, and no access to the browser's storage. */
export function OpenLink() {
  const { LL, locale } = useTexts();
  const texts = LL.watch.links.paste;
  const id = useId();
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const address = linkedPanel(text, locale);
    setFailed(address === undefined);
    if (address !== undefined) navigate(address);
  };
  return (
    <form className={styles.paste} onSubmit={open} noValidate>
      <div className={styles.link}>
        <Field label={texts.label()}>
          {(ties) => (
            <input
              {...ties}
              type="url"
              autoComplete="off"
              value={text}
              aria-invalid={failed}
              aria-describedby={`${id}-fault`}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button type="submit">{texts.open()}</Button>
        <p id={`${id}-fault`} role="alert" className={form.error}>
          {failed && texts.fault()}
        </p>
      </div>
    </form>
  );
}

export function DeviceWatchlists() {
  const { LL, locale } = useTexts();
  const texts = LL.watch.watchlist.device;
  const [watchlists, setWatchlists] = useState(readWatchlists);
  if (watchlists.length === 0) return null;
  return (
    <section className={styles.device}>
      <h2>{texts.title()}</h2>
      <ul>
        {watchlists.map((watchlist) => (
          <li key={`${watchlist.id}/${watchlist.area}`}>
            <Link href={watchlistLink(watchlist, watchlist.keys, locale)}>{watchlist.name}</Link>
            <button
              type="button"
              onClick={() => {
                forgetWatchlist(watchlist);
                setWatchlists(readWatchlists());
              }}
            >
              {texts.forget({ name: watchlist.name })}
            </button>
          </li>
        ))}
      </ul>
      <p>{texts.note()}</p>
    </section>
  );
}

const KINDS = ['personal', 'site'] as const;

interface SaveWatchlistProps {
  /** Undefined if the typed place is invalid; the error is shown elsewhere. */
  readonly placeNow: () => WatchedPlace | undefined | Promise<WatchedPlace | undefined>;
  readonly onSaved: (address: string) => void;
}

export function SaveWatchlist({ placeNow, onSaved }: SaveWatchlistProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.watchlist.keep;
  const id = useId();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('personal');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { prove, widget } = useTurnstileToken();
  const store = async () => {
    const place = await placeNow();
    setFailure(undefined);
    if (!place || busy) return;
    setBusy(true);
    const personToken = await prove();
    const created = personToken.ok ? await makeWatchlist(place, kind, locale, personToken.token) : undefined;
    setBusy(false);
    if (created?.ok) onSaved(watchlistLink(created.value, created.value.keys, locale));
    else setFailure(created ? errorText(created, LL) : texts.unproven());
  };
  return (
    <section className={styles.keep} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{texts.title()}</h2>
      <p>{texts.text()}</p>
      <Choices
        legend={texts.kind()}
        options={KINDS.map((one) => [one, texts[one]()])}
        value={kind}
        onChoose={setKind}
      />
      <Button onClick={store} disabled={busy}>
        {busy ? texts.starting() : texts.start()}
      </Button>
      {widget}
      <p role="alert" className={form.error}>
        {failure}
      </p>
    </section>
  );
}
