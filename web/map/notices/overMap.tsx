import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import type { DrawnState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText, longSpanText } from '#web/sky/words/timeText.ts';
import styles from './overMap.module.css';

interface LoadFailedProps {
  /** Undefined while taps choose a place: the text stays, and taps pass through it. */
  readonly onRetry: (() => void) | undefined;
}

export function LoadFailed({ onRetry }: LoadFailedProps) {
  const { LL } = useTexts();
  return (
    <p className={`${kit.card} ${styles.note}`} data-load-failed>
      <span>{LL.map.incomplete()}</span>
      {onRetry && <LinkButton onClick={onRetry}>{LL.map.tryAgain()}</LinkButton>}
    </p>
  );
}

interface NoDataBandProps {
  readonly sky: Sky;
}

/** Hatches the map while nothing is known; on an embed with a text too. A wall has the text below its map. */
export function NoDataBand({ sky: { truth, nowMs } }: NoDataBandProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.truth;
  if (truth.kind !== 'down') return null;
  const { sinceMs } = truth;
  return (
    <>
      {!truth.recalled && <div className={styles.hatch} aria-hidden="true" />}
      <p className={styles.band} data-no-data>
        <strong>{texts.alarm()}</strong>
        {sinceMs !== null && (
          <span>
            {texts.alarmSince({
              time: clockText(sinceMs, nowMs, locale),
              span: longSpanText(nowMs - sinceMs, locale),
            })}
          </span>
        )}
      </p>
    </>
  );
}

interface NotDrawnProps {
  readonly drawn: DrawnState;
}

export function NotDrawn({ drawn }: NotDrawnProps) {
  const { LL } = useTexts();
  if (drawn !== 'undrawable' && drawn !== 'stopped') return null;
  const words = LL.map.notDrawn;
  const never = drawn === 'undrawable';
  return (
    <div className={styles.cover} role="alert" data-not-drawn={drawn}>
      <strong>{never ? words.undrawable() : words.stopped()}</strong>
      <p>{never ? words.undrawableWhy() : words.stoppedWhy()}</p>
      <LinkButton onClick={() => window.location.reload()}>{words.reload()}</LinkButton>
    </div>
  );
}
