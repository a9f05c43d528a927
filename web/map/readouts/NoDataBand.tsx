import { useTexts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText } from '#web/sky/words/clockText.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import styles from './NoDataBand.module.css';

interface NoDataBandProps {
  readonly sky: Sky;
}

/** Hatches the map while nothing is known, and on a wall display says so in letters that are read across a room. */
export function NoDataBand({ sky: { truth, nowMs } }: NoDataBandProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.truth;
  if (truth.kind !== 'down') return null;
  const { sinceMs } = truth;
  return (
    <>
      <div className={styles.hatch} aria-hidden="true" />
      <p className={styles.band} data-no-data>
        <strong>{words.alarm()}</strong>
        {sinceMs !== null && (
          <span>
            {words.alarmSince({
              time: clockText(sinceMs, nowMs, locale),
              span: longSpanText(nowMs - sinceMs, locale),
            })}
          </span>
        )}
      </p>
    </>
  );
}
