import { type FormEvent, useId, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
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
        <Field label={words.label()}>
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
        <Button type="submit">{words.open()}</Button>
        <p id={`${id}-fault`} role="alert" className={form.error}>
          {failed && words.fault()}
        </p>
      </div>
    </form>
  );
}
