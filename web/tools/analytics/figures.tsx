import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { csvRow } from '#shared/csv.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { PointedRow } from '#web/ground/picture/ResultPicture.tsx';
import { usePointing } from '#web/ground/picture/visiblePicture.ts';
import { pngOf, publishedSvg, renderedPlot } from '#web/kit/browser/publishedPicture.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import figure from '#web/kit/components/components.module.css';
import { dateTimeFormat, type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Analytics.module.css';
import { type Bin, dayBins, type HourCounts, hourOfDayBins, monthBins, type Rate, rateOf } from './counts.ts';
import { localTime } from './localTime.ts';

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
  /** Share of its time without data, 0 to 1. */
  readonly gaps: number;
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

/** Vertical bars with their intervals. The share of a bar's width without data is hatched over its full height. */
function BarPlot({ name, bars, tickText }: BarPlotProps) {
  const hatch = useId();
  const ticks = niceTicks(Math.max(0, ...bars.map(({ rate }) => (rate ? rate.interval[1] : 0))));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => TOP + PLOT * (1 - value / top);
  const slot = 100 / Math.max(FEWEST_SLOTS, bars.length);
  const [few, many] = [FEW_LABELS, MANY_LABELS].map((room) => Math.ceil(bars.length / room)) as [number, number];
  return (
    <div className={styles.plot} role="img" aria-label={name}>
      <svg className={styles.axis} data-axis height={HEIGHT} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={y(tick)} dx="-6" dy="0.35em" textAnchor="end">
            {tickText(tick)}
          </text>
        ))}
      </svg>
      <svg className={styles.barPlotBars} height={HEIGHT} aria-hidden="true">
        <defs>
          <Hatching id={hatch} />
        </defs>
        {ticks.map((tick) => (
          <line key={tick} className={styles.rule} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {bars.map(({ key, label, title, rate, gaps }, index) => (
          <g key={key} data-bar={key} data-gap={gaps > 0 ? gaps.toFixed(2) : undefined}>
            <title>{title}</title>
            <rect className={styles.target} x={`${index * slot}%`} y={TOP} width={`${slot}%`} height={PLOT} />
            {gaps > 0 && (
              <rect
                x={`${(index + 1 - gaps) * slot}%`}
                y={TOP}
                width={`${slot * gaps}%`}
                height={PLOT}
                fill={`url(#${hatch})`}
              />
            )}
            {rate && (
              <>
                <rect
                  className={styles.barPlotBar}
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
  /** Its id on the map. */
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
    <ol className={styles.barPlotRows} aria-label={name}>
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

export interface NumberTexts {
  readonly whole: (value: number) => string;
  /** Three significant digits. */
  readonly rate: (value: number) => string;
  /** Tenths, rounded down: 13.98 of 14 days is 13.9. */
  readonly tenths: (value: number) => string;
}

export function numberTexts(locale: string): NumberTexts {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return {
    whole: (value) => whole.format(value),
    rate: (value) => (Math.abs(value) >= 1_000 ? whole.format(value) : rate.format(value)),
    tenths: (value) => tenths.format(Math.floor(value * 10 + 1e-6) / 10),
  };
}

/** `13.6` of `14`, in hours or days. */
export function observedOf(
  { observedMs, lengthMs }: { readonly observedMs: number; readonly lengthMs: number },
  { tenths }: NumberTexts,
  unit: 'hours' | 'days',
): { readonly observed: string; readonly length: string } {
  const unitMs = unit === 'hours' ? HOUR_MS : DAY_MS;
  return { observed: tenths(observedMs / unitMs), length: tenths(lengthMs / unitMs) };
}

/** Cells of a rate and of the ends of its interval; `notRead` if nothing was observed. */
export function rateCells(rate: Rate | undefined, { rate: text }: NumberTexts, notRead: string): Cell[] {
  if (!rate) return [notRead, notRead, notRead].map((visible) => ({ visible, value: '' }));
  return [rate.value, ...rate.interval].map((value) => ({ visible: text(value), value: Number(value.toPrecision(6)) }));
}

/** Place and period of all figures, and whether the data is simulated: part of every published picture. */
export const FigureSubject = createContext<readonly string[]>([]);

interface PlotFigureProps {
  readonly title: string;
  readonly notes: readonly string[];
  readonly table: DataTable;
  readonly mostRows?: number;
  /** True if the map shows what the rows' first cells name. */
  readonly onMap?: boolean;
  readonly fileName: string;
  readonly children: ReactNode;
}

export function PlotFigure({ title, notes, table, mostRows, onMap = false, fileName, children }: PlotFigureProps) {
  const { LL } = useTexts();
  const texts = LL.analytics.plot;
  const id = useId();
  const plot = useRef<HTMLDivElement>(null);
  const subject = useContext(FigureSubject);
  const [failed, setFailed] = useState(false);
  const save = () => saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  const publish = async (kind: 'svg' | 'png') => {
    if (!plot.current) return;
    const credit = `${siteConfig.name}, ${window.location.host} · ${PICTURE_CREDIT}`;
    // As wide as a page while it is read, although it is in a panel.
    plot.current.dataset.publishing = '';
    const svg = publishedSvg({ title, lines: [...subject, notes.join(' · ')], credit }, renderedPlot(plot.current));
    delete plot.current.dataset.publishing;
    try {
      saveFile(kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg), `${fileName}.${kind}`);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <figure className={`${figure.figure} ${styles.printed}`}>
      <figcaption id={id}>{title}</figcaption>
      <div ref={plot} className={styles.drawn}>
        {children}
      </div>
      <ul className={figure.figureNotes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <details className={styles.plotDetails}>
        <summary>{texts.table()}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
        <section className={styles.scroll} aria-labelledby={id} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {table.columns.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.slice(0, mostRows).map(([first, ...others]) => {
                const cells = (
                  <>
                    <th scope="row">{first?.visible}</th>
                    {others.map(({ visible }, index) => (
                      <td key={table.columns[index + 1]?.key}>{visible}</td>
                    ))}
                  </>
                );
                return onMap ? (
                  <PointedRow key={first?.value} id={String(first?.value)}>
                    {cells}
                  </PointedRow>
                ) : (
                  <tr key={first?.value}>{cells}</tr>
                );
              })}
            </tbody>
          </table>
        </section>
      </details>
      <p className={styles.saves}>
        <button type="button" onClick={save}>
          {texts.csv()}
        </button>
        <button type="button" onClick={() => publish('png')}>
          {texts.png()}
        </button>
        <button type="button" onClick={() => publish('svg')}>
          {texts.svg()}
        </button>
        <span role="status">{failed && texts.notDrawn()}</span>
      </p>
    </figure>
  );
}

interface Column {
  /** Its name in files, the same in every language. */
  readonly key: string;
  readonly label: string;
}

export interface Cell {
  readonly visible: string;
  readonly value: string | number;
}

/** The first cell of a row is its header. */
export interface DataTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** In the format of `csvRow`, with CRLF. Numbers have a decimal point in every language. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ key }) => key), ...rows.map((row) => row.map(({ value }) => value))];
  return lines.map((line) => `${csvRow(line)}\r\n`).join('');
}

interface NamedBin extends Bin {
  readonly label: string;
  readonly name: string;
  readonly utc?: string;
}

interface BinFigureProps {
  readonly title: string;
  readonly bins: readonly NamedBin[];
  /** Key in files, and label, of the first column. */
  readonly named: readonly [key: string, label: string];
  /** `count`: the raw numbers. `hour`, `day`: per observed hour or day. */
  readonly per: 'count' | 'hour' | 'day';
  readonly fileName: string;
}

export function BinFigure({ title, bins, named, per, fileName }: BinFigureProps) {
  const { LL, locale } = useTexts();
  const { plot, column, summary } = LL.analytics;
  const texts = numberTexts(locale);
  const perMs = per === 'hour' ? HOUR_MS : DAY_MS;
  const rows = bins.map((bin) => {
    const rate = rateOf(bin, per === 'count' ? Math.max(1, bin.observedMs) : perMs);
    const observed = summary.observedHours(observedOf(bin, texts, 'hours'));
    const visible = rate && {
      value: texts.rate(rate.value),
      low: texts.rate(rate.interval[0]),
      high: texts.rate(rate.interval[1]),
    };
    return {
      bin,
      rate,
      bar: {
        key: bin.key,
        label: bin.label,
        title: visible ? plot.bar({ name: bin.name, observed, ...visible }) : plot.gapBar({ name: bin.name }),
        rate,
        gaps: bin.lengthMs > 0 ? 1 - bin.observedMs / bin.lengthMs : 1,
      },
    };
  });
  const withUtc = bins.some(({ utc }) => utc !== undefined);
  const perLabel = per === 'hour' ? column.rateHour() : column.rateDay();
  const table: DataTable = {
    columns: [
      { key: named[0], label: named[1] },
      ...(withUtc ? [{ key: 'utc', label: column.utc() }] : []),
      { key: 'strokes', label: column.strikes() },
      { key: 'observed_h', label: column.observedH() },
      { key: 'length_h', label: column.lengthH() },
      ...(per === 'count' ? [] : [{ key: `strokes_per_observed_${per}`, label: perLabel }]),
      { key: 'low_95', label: column.low() },
      { key: 'high_95', label: column.high() },
    ],
    rows: rows.map(({ bin, rate }) => {
      const [value, ...ends] = rateCells(rate, texts, plot.notRead());
      const hours = (ms: number) => ({ visible: texts.tenths(ms / HOUR_MS), value: Number((ms / HOUR_MS).toFixed(3)) });
      return [
        { visible: bin.name, value: bin.key },
        ...(withUtc ? [{ visible: bin.utc ?? '', value: bin.utc ?? '' }] : []),
        // No data and no strikes: that is not zero.
        rate || bin.strikes > 0
          ? { visible: texts.whole(bin.strikes), value: bin.strikes }
          : { visible: plot.notRead(), value: '' },
        hours(bin.observedMs),
        hours(bin.lengthMs),
        ...(per === 'count' || !value ? [] : [value]),
        ...ends,
      ];
    }),
  };
  const total = bins.reduce(
    (sum, bin) => ({ lengthMs: sum.lengthMs + bin.lengthMs, observedMs: sum.observedMs + bin.observedMs }),
    { lengthMs: 0, observedMs: 0 },
  );
  const notes = [
    summary.observed(observedOf(total, texts, 'days')),
    plot.whiskers(),
    ...(total.observedMs < total.lengthMs ? [plot.hatched()] : []),
  ];
  return (
    <PlotFigure title={title} notes={notes} table={table} fileName={fileName}>
      <BarPlot name={title} bars={rows.map(({ bar }) => bar)} tickText={texts.rate} />
    </PlotFigure>
  );
}

/** Days are dates without a zone. */
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

export function localDayText(day: string, locale: Locale, form: 'long' | 'short' = 'long'): string {
  const options =
    form === 'long'
      ? ({ day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'numeric' } as const);
  return dateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(utc(day));
}

export function namedDays(counts: HourCounts, locale: Locale): NamedBin[] {
  return dayBins(counts).map((bin) => ({
    ...bin,
    label: localDayText(bin.key, locale, 'short'),
    name: localDayText(bin.key, locale),
  }));
}

export function namedMonths(counts: HourCounts, locale: Locale): NamedBin[] {
  const long = dateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const short = dateTimeFormat(locale, { timeZone: 'UTC', month: 'numeric', year: '2-digit' });
  return monthBins(counts).map((bin) => {
    const atMs = utc(`${bin.key}-01`);
    return { ...bin, label: short.format(atMs), name: long.format(atMs) };
  });
}

/** `14:00` with the hour in UTC: both of winter and summer if the period contains both. */
export function namedHours(counts: HourCounts): NamedBin[] {
  const utcHours = new Map<number, Set<number>>();
  for (let hourMs = counts.fromMs; hourMs < counts.toMs; hourMs += HOUR_MS) {
    const { hour } = localTime(hourMs);
    const known = utcHours.get(hour) ?? new Set();
    utcHours.set(hour, known.add(new Date(hourMs).getUTCHours()));
  }
  return hourOfDayBins(counts).map((bin: Bin) => ({
    ...bin,
    label: bin.key,
    name: clock(Number(bin.key)),
    utc: [...(utcHours.get(Number(bin.key)) ?? [])].map(clock).join(' / '),
  }));
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
