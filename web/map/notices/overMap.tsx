import { useTexts } from '#web/kit/i18n/index.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import styles from '#web/map/kit/cards.module.css';
import type { RenderState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { clockText, longSpanText } from '#web/sky/timeText.ts';

interface LoadFailedProps {
  /** Undefined while taps choose a place: the text stays, and taps pass through it. */
  readonly onRetry: (() => void) | undefined;
}

export function LoadFailed({ onRetry }: LoadFailedProps) {
  const { LL } = useTexts();
  return (
    <p className={`${styles.card} ${styles.overMapNote}`} data-load-failed>
      <span>{LL.map.incomplete()}</span>
      {onRetry && <LinkButton onClick={onRetry}>{LL.map.tryAgain()}</LinkButton>}
    </p>
  );
}

interface NoDataBandProps {
  readonly sky: Sky;
}

/** Hatches the map while nothing is known; on an embed with a text too. A wall has the text below its map. */
export function NoDataBand({ sky: { viewStatus, nowMs } }: NoDataBandProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.truth;
  if (viewStatus.kind !== 'down') return null;
  const { sinceMs } = viewStatus;
  return (
    <>
      {!viewStatus.restored && <div className={styles.hatch} aria-hidden="true" />}
      <p className={styles.overMapBand} data-no-data>
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

interface NotRenderedProps {
  readonly rendered: RenderState;
}

export function NotRendered({ rendered: renderState }: NotRenderedProps) {
  const { LL } = useTexts();
  if (renderState !== 'undrawable' && renderState !== 'stopped') return null;
  const texts = LL.map.notDrawn;
  const never = renderState === 'undrawable';
  return (
    <div className={styles.overMapCover} role="alert" data-not-drawn={renderState}>
      <strong>{never ? texts.undrawable() : texts.stopped()}</strong>
      <p>{never ? texts.undrawableWhy() : texts.stoppedWhy()}</p>
      <LinkButton onClick={() => window.location.reload()}>{texts.reload()}</LinkButton>
    </div>
  );
}
