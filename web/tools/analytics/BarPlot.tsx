import { useId } from 'react';
import { usePointing } from '#web/ground/picture/shownPicture.ts';
import styles from './BarPlot.module.css';
import type { Rate } from './comparison.ts';

const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

/** Round numbers from zero to the first that is not below `most`, at most four steps. */
export function niceTicks(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const step = power * (STEPS.find((factor) => factor * power * MOST_STEPS >= most * (1 - 1e-9)) ?? 10);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

interface PlottedBar {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  /** Undefined if nothing was observed. */
  readonly rate: Rate | undefined;
  /** Share of its time that was not read, 0 to 1. */
  readonly unread: number;
}

interface BarPlotProps {
  readonly name: string;
  readonly bars: readonly PlottedBar[];
  readonly tickText: (value: number) => string;
}

const HEIGHT = 220;
const TOP = 10;
const FOOT = 24;
const PLOT = HEIGHT - TOP - FOOT;
/** A single bar would fill the plot. */
const FEWEST_SLOTS = 3;
/** Most labels, on a phone and on wider screens. */
const [FEW_LABELS, MANY_LABELS] = [6, 16];

/** Upright bars with their intervals. The unread share of a bar's width is hatched over its full height. */
export function BarPlot({ name, bars, tickText }: BarPlotProps) {
  const hatch = useId();
  const ticks = niceTicks(Math.max(0, ...bars.map(({ rate }) => (rate ? rate.interval[1] : 0))));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => TOP + PLOT * (1 - value / top);
  const slot = 100 / Math.max(FEWEST_SLOTS, bars.length);
  const [few, many] = [FEW_LABELS, MANY_LABELS].map((room) => Math.ceil(bars.length / room)) as [number, number];
  return (
    <div className={styles.plot} role="img" aria-label={name}>
      <svg className={styles.axis} height={HEIGHT} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={y(tick)} dx="-6" dy="0.35em" textAnchor="end">
            {tickText(tick)}
          </text>
        ))}
      </svg>
      <svg className={styles.bars} height={HEIGHT} aria-hidden="true">
        <defs>
          <Hatching id={hatch} />
        </defs>
        {ticks.map((tick) => (
          <line key={tick} className={styles.rule} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {bars.map(({ key, label, title, rate, unread }, index) => (
          <g key={key} data-bar={key} data-unread={unread > 0 ? unread.toFixed(2) : undefined}>
            <title>{title}</title>
            <rect className={styles.target} x={`${index * slot}%`} y={TOP} width={`${slot}%`} height={PLOT} />
            {unread > 0 && (
              <rect
                x={`${(index + 1 - unread) * slot}%`}
                y={TOP}
                width={`${slot * unread}%`}
                height={PLOT}
                fill={`url(#${hatch})`}
              />
            )}
            {rate && (
              <>
                <rect
                  className={styles.bar}
                  x={`${(index + 0.14) * slot}%`}
                  y={y(rate.value)}
                  width={`${0.72 * slot}%`}
                  height={TOP + PLOT - y(rate.value)}
                />
                {bars.length <= 62 && (
                  <Whisker x={(index + 0.5) * slot} low={y(rate.interval[0])} high={y(rate.interval[1])} />
                )}
              </>
            )}
            {index % many === 0 && (
              <text
                x={`${(index + 0.5) * slot}%`}
                y={HEIGHT - 6}
                textAnchor="middle"
                data-minor={index % few !== 0 || undefined}
              >
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function Whisker({ x, low, high }: { readonly x: number; readonly low: number; readonly high: number }) {
  const at = `${x}%`;
  return (
    <g className={styles.whisker}>
      <line x1={at} x2={at} y1={low} y2={high} />
      <svg x={at} overflow="visible" aria-hidden="true">
        <path d={`M-3 ${low}h6M-3 ${high}h6`} />
      </svg>
    </g>
  );
}

export function Hatching({ id, size = 6 }: { readonly id: string; readonly size?: number }) {
  return (
    <pattern
      id={id}
      className={styles.hatching}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <line y2={size} strokeWidth={size / 2.5} />
    </pattern>
  );
}

interface PlottedRow {
  /** Names it on the map. */
  readonly key: string;
  readonly label: string;
  readonly rate: Rate;
  readonly few: boolean;
}

interface RowPlotProps {
  readonly name: string;
  readonly rows: readonly PlottedRow[];
  readonly text: (value: number) => string;
}

const ROW_HEIGHT = 18;

export function RowPlot({ name, rows, text }: RowPlotProps) {
  const most = Math.max(...rows.map(({ rate }) => rate.interval[1]), Number.MIN_VALUE);
  return (
    <ol className={styles.rows} aria-label={name}>
      {rows.map((row) => (
        <RowBar key={row.key} row={row} most={most} text={text} />
      ))}
    </ol>
  );
}

interface RowBarProps extends Pick<RowPlotProps, 'text'> {
  readonly row: PlottedRow;
  readonly most: number;
}

function RowBar({ row: { key, label, rate, few }, most, text }: RowBarProps) {
  const hatch = useId();
  const { isPointed, handlers } = usePointing(key);
  const percent = (value: number) => `${(100 * value) / most}%`;
  return (
    <li data-row={key} data-pointed={isPointed} {...handlers}>
      <span>
        {label}: {text(rate.value)}
      </span>
      <svg height={ROW_HEIGHT} aria-hidden="true">
        <defs>
          <Hatching id={hatch} />
        </defs>
        <rect className={styles.rowBar} width={percent(rate.value)} height={ROW_HEIGHT} />
        {few && <rect width={percent(rate.interval[1])} height={ROW_HEIGHT} fill={`url(#${hatch})`} />}
        <line
          className={styles.rowWhisker}
          x1={percent(rate.interval[0])}
          x2={percent(rate.interval[1])}
          y1={ROW_HEIGHT / 2}
          y2={ROW_HEIGHT / 2}
        />
      </svg>
    </li>
  );
}
