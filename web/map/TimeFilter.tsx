import { TIME_FILTERS_MS } from '#shared/limits.ts';
import { useTexts } from '#web/i18n/index.ts';
import styles from './TimeFilter.module.css';
import { timeFilterText } from './timeFilterText.ts';

export interface TimeFilterProps {
  readonly windowMs: number;
  readonly onChoose: (windowMs: number) => void;
}

/** The windows on offer, as a card on the map. */
export function TimeFilter({ windowMs, onChoose }: TimeFilterProps) {
  const { LL } = useTexts();
  return (
    <fieldset className={styles.card}>
      <legend>{LL.map.filter.title()}</legend>
      {TIME_FILTERS_MS.map((offeredMs) => (
        <label key={offeredMs}>
          <input type="radio" name="time-range" checked={offeredMs === windowMs} onChange={() => onChoose(offeredMs)} />
          {timeFilterText(offeredMs, LL)}
        </label>
      ))}
    </fieldset>
  );
}
