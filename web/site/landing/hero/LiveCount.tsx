import { useTexts } from '#web/kit/i18n/index.ts';
import { useLiveStatus } from '#web/sky/feed/useLiveStatus.ts';
import styles from './LiveCount.module.css';

/** The number of strikes in the last hour; nothing while it is unknown. */
export function LiveCount() {
  const { LL } = useTexts();
  const status = useLiveStatus();
  if (status === null) return null;
  return (
    <p className={styles.plate}>
      <span className={styles.dot} aria-hidden="true" />
      <span>
        <b>{LL.landing.hero.strikesLastHour({ count: status.strikesLastHour })}</b>
        {status.source === 'simulated' && <small>{LL.landing.hero.simulated()}</small>}
      </span>
    </p>
  );
}
