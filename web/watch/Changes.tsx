import type { AreaChange } from '#shared/watch/AreaState.ts';
import { useTexts } from '#web/i18n/index.ts';
import { urgencyOf } from './alarmOf.ts';
import styles from './Panel.module.css';
import { secondsText } from './words.ts';

interface ChangesProps {
  /** The newest first. */
  readonly changes: readonly AreaChange[];
  readonly sentenceOf: (change: AreaChange) => string;
}

/** The last changes as sentences with their times, and read out as they come. */
export function Changes({ changes, sentenceOf }: ChangesProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.changes;
  return (
    <section className={styles.changes}>
      <h2>{words.title()}</h2>
      {changes.length === 0 && <p>{words.none()}</p>}
      <ol>
        {changes.map((change) => (
          <li key={change.change} data-kind={change.kind}>
            <time dateTime={new Date(change.atMs).toISOString()}>{secondsText(change.atMs, locale)}</time>{' '}
            {sentenceOf(change)}
          </li>
        ))}
      </ol>
      {(['assertive', 'polite'] as const).map((urgency) => {
        const said = changes.find((change) => urgencyOf(change) === urgency);
        return (
          <p key={urgency} className="visually-hidden" aria-live={urgency} data-said={urgency}>
            {said && sentenceOf(said)}
          </p>
        );
      })}
    </section>
  );
}
