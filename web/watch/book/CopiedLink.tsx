import { useState } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from './Book.module.css';

interface CopiedLinkProps {
  readonly label: string;
  readonly link: string;
  readonly button: string;
}

/** A link to be kept or handed on. */
export function CopiedLink({ label, link, button }: CopiedLinkProps) {
  const { LL } = useTexts();
  const [copied, setCopied] = useState<boolean>();
  const copy = () => {
    const done = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('No clipboard'));
    done.then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles.link}>
      <label>
        {label}
        <input type="text" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
      <button type="button" className={buttons.secondary} onClick={copy}>
        {button}
      </button>
      <p role="status">
        {copied === true && LL.book.links.copied()}
        {copied === false && LL.book.links.copyFailed()}
      </p>
    </div>
  );
}
