import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import styles from './WallClock.module.css';

interface WallClockProps {
  /** The server's time. */
  readonly nowMs: number;
}

/** Date and time with seconds: a display whose clock stands still is not to be trusted. */
export function WallClock({ nowMs }: WallClockProps) {
  const { locale } = useTexts();
  const time = dateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const date = dateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long' });
  return (
    <time className={styles.clock} dateTime={new Date(nowMs).toISOString()}>
      <span>{date.format(nowMs)}</span>
      <strong>{time.format(nowMs)}</strong>
    </time>
  );
}
