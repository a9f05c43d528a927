import type { ReactNode } from 'react';
import styles from './AskScreen.module.css';

interface AskOpeningProps {
  readonly words: Readonly<Record<'lead' | 'loading' | 'noScript', () => string>>;
  readonly children?: ReactNode;
}

/** A page that answers questions, until its program has arrived. */
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
