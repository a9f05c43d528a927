import { type FormEvent, useId, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import buttons from '#web/kit/components/Button.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/watch/book/Book.module.css';
import { linkedPanel } from '#web/tools/watch/book/bookAddress.ts';

/** Opens a link that was handed over: an installed app has no field for addresses, and nothing that the browser kept. */
export function OpenLink() {
  const { LL, locale } = useTexts();
  const words = LL.watch.links.paste;
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
        <label>
          {words.label()}
          <input
            type="url"
            autoComplete="off"
            value={text}
            aria-invalid={failed}
            aria-describedby={`${id}-fault`}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <button type="submit" className={buttons.secondary}>
          {words.open()}
        </button>
        <p id={`${id}-fault`} role="alert" className={styles.error}>
          {failed && words.fault()}
        </p>
      </div>
    </form>
  );
}
