import { type FormEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { forgetWatchlist, readWatchlists } from './deviceWatchlists.ts';
import styles from './Watchlist.module.css';
import { linkedPanel, watchlistLink } from './watchlistAddress.ts';

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
  const words = LL.watchlist.device;
  const [watchlists, setWatchlists] = useState(readWatchlists);
  if (watchlists.length === 0) return null;
  return (
    <section className={styles.device}>
      <h2>{words.title()}</h2>
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
              {words.forget({ name: watchlist.name })}
            </button>
          </li>
        ))}
      </ul>
      <p>{words.note()}</p>
    </section>
  );
}
