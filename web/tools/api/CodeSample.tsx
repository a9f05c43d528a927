import { useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

interface CodeSampleProps {
  readonly caption: string;
  readonly code: string;
}

export function CodeSample({ caption, code }: CodeSampleProps) {
  const texts = useTexts().LL.api;
  const [text, setMessage] = useState('');
  const copy = async () => setMessage((await copyText(code)) ? texts.copied() : texts.copyFailed());
  return (
    <figure className={styles.sample}>
      <figcaption>
        <span>{caption}</span>
        <button type="button" onClick={copy} aria-label={`${texts.copy()}: ${caption}`}>
          {texts.copy()}
        </button>
      </figcaption>
      <ScrolledCode label={caption} text={code} />
      <p role="status">{text}</p>
    </figure>
  );
}

/** Lines never wrap: code that is too wide or too long scrolls inside. */
function ScrolledCode({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}
