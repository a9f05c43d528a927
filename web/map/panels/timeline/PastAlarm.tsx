import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Timeline.module.css';

interface PastAlarmProps {
  /** The moment shown. */
  readonly time: string;
}

/** Says in letters that are read across a room that a wall display does not show now. */
export function PastAlarm({ time }: PastAlarmProps) {
  const { LL } = useTexts();
  return (
    <p className={styles.alarm} data-past-alarm>
      <strong>{LL.timeline.alarm()}</strong>
      <span>{LL.timeline.alarmAt({ time })}</span>
    </p>
  );
}
