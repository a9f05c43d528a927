import type { ReactNode } from 'react';
import styles from './query.module.css';

interface QueryIntroProps {
  readonly texts: Readonly<Record<'lead' | 'loading' | 'noScript', () => string>>;
  readonly children?: ReactNode;
}

/** Placeholder of a query page until its code has loaded. */
export function QueryIntro({ texts, children }: QueryIntroProps) {
  return (
    <div className={styles.queryScreen}>
      <p>{texts.lead()}</p>
      <p role="status" data-opening>
        {texts.loading()}
      </p>
      <noscript>
        <p>{texts.noScript()}</p>
      </noscript>
      {children}
    </div>
  );
}
