import type { ReactNode } from 'react';
import styles from './AskScreen.module.css';

interface AskOpeningProps {
  readonly words: Readonly<Record<'lead' | 'loading' | 'noScript', () => string>>;
  readonly children?: ReactNode;
}

/** Placeholder of a query page until its code has loaded. */
export function QueryIntro({ words, children }: AskOpeningProps) {
  return (
    <div className={styles.screen}>
      <p>{words.lead()}</p>
      <p role="status" data-opening>
        {words.loading()}
      </p>
      <noscript>
        <p>{words.noScript()}</p>
      </noscript>
      {children}
    </div>
  );
}
