import { useId } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PAST_WINDOWS_MS } from '#web/sky/past/timelineAddress.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import styles from './Timeline.module.css';

interface WindowChoiceProps {
  readonly windowMs: number;
  readonly onChoose: (windowMs: number) => void;
}

/** How much of the time before the moment is shown. */
export function WindowChoice({ windowMs, onChoose }: WindowChoiceProps) {
  const { LL, locale } = useTexts();
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      {LL.timeline.window()}
      <select id={id} value={windowMs} onChange={({ target }) => onChoose(Number(target.value))}>
        {PAST_WINDOWS_MS.map((offeredMs) => (
          <option key={offeredMs} value={offeredMs}>
            {spanText(offeredMs, locale)}
          </option>
        ))}
      </select>
    </label>
  );
}
