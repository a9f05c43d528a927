import type { ReactNode } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Panel.module.css';
import { secondsText } from './words.ts';

/** One line of what happened. */
export interface ShownLine {
  readonly key: number;
  readonly atMs: number;
  readonly kind: string;
  readonly sentence: string;
  /** Who was told of it, and when. */
  readonly told?: readonly string[];
}

interface ChangesProps {
  /** The newest first. */
  readonly lines: readonly ShownLine[];
  /** What can be done with them. */
  readonly children?: ReactNode;
}

/** The last changes as sentences with their times. */
export function Changes({ lines, children }: ChangesProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.changes;
  return (
    <section className={styles.changes}>
      <h2>{words.title()}</h2>
      {lines.length === 0 && <p>{words.none()}</p>}
      <ol>
        {lines.map(({ key, atMs, kind, sentence, told = [] }) => (
          <li key={key} data-kind={kind}>
            <time dateTime={new Date(atMs).toISOString()}>{secondsText(atMs, locale)}</time> {sentence}
            {told.length > 0 && (
              <ul className={styles.told}>
                {told.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
