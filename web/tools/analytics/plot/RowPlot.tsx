import { useId } from 'react';
import type { Rate } from '#web/tools/analytics/count/comparison.ts';
import { Hatching } from './BarPlot.tsx';
import styles from './RowPlot.module.css';

interface PlottedRow {
  readonly key: string;
  readonly label: string;
  readonly rate: Rate;
  /** Whether there are too few strikes to know it well. */
  readonly few: boolean;
}

interface RowPlotProps {
  readonly name: string;
  readonly rows: readonly PlottedRow[];
  readonly text: (value: number) => string;
}

const HEIGHT = 18;

/** Bars that lie, each below its name, with its interval and its number. */
export function RowPlot({ name, rows, text }: RowPlotProps) {
  const hatch = useId();
  const most = Math.max(...rows.map(({ rate }) => rate.interval[1]), Number.MIN_VALUE);
  const percent = (value: number) => `${(100 * value) / most}%`;
  return (
    <ol className={styles.rows} aria-label={name}>
      {rows.map(({ key, label, rate, few }) => (
        <li key={key} data-row={key}>
          <span>
            {label}: {text(rate.value)}
          </span>
          <svg height={HEIGHT} aria-hidden="true">
            <defs>
              <Hatching id={`${hatch}-${key}`} />
            </defs>
            <rect className={styles.bar} width={percent(rate.value)} height={HEIGHT} />
            {few && <rect width={percent(rate.interval[1])} height={HEIGHT} fill={`url(#${hatch}-${key})`} />}
            <line
              className={styles.whisker}
              x1={percent(rate.interval[0])}
              x2={percent(rate.interval[1])}
              y1={HEIGHT / 2}
              y2={HEIGHT / 2}
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
