import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { csvRow } from '#shared/csv.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { PointedRow } from '#web/ground/picture/pointedLine.tsx';
import { drawnPlot, pngOf, publishedSvg } from '#web/kit/browser/publishedPicture.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import figure from '#web/kit/components/Figure.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import type { Rate } from './comparison.ts';
import styles from './PlotFigure.module.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface NumberTexts {
  readonly whole: (value: number) => string;
  /** Three significant digits. */
  readonly rate: (value: number) => string;
  /** Tenths, never more than there are: 13.98 of 14 days is 13.9. */
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

/** Cells of a rate and of the ends of its interval; `notRead` where nothing was observed. */
export function rateCells(rate: Rate | undefined, { rate: text }: NumberTexts, notRead: string): Cell[] {
  if (!rate) return [notRead, notRead, notRead].map((shown) => ({ shown, value: '' }));
  return [rate.value, ...rate.interval].map((value) => ({ shown: text(value), value: Number(value.toPrecision(6)) }));
}

/** Place and period of all figures, and whether they are simulated: a published picture says it. */
export const FigureSubject = createContext<readonly string[]>([]);

interface PlotFigureProps {
  readonly title: string;
  readonly notes: readonly string[];
  readonly table: DataTable;
  readonly mostRows?: number;
  /** What the first cells of the rows name is on the map. */
  readonly onMap?: boolean;
  readonly fileName: string;
  readonly children: ReactNode;
}

export function PlotFigure({ title, notes, table, mostRows, onMap = false, fileName, children }: PlotFigureProps) {
  const { LL } = useTexts();
  const words = LL.analytics.plot;
  const id = useId();
  const plot = useRef<HTMLDivElement>(null);
  const subject = useContext(FigureSubject);
  const [failed, setFailed] = useState(false);
  const save = () => saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  const publish = async (kind: 'svg' | 'png') => {
    if (!plot.current) return;
    const credit = `${siteConfig.name}, ${window.location.host} · ${PICTURE_CREDIT}`;
    // As wide as a page, though it stands in a panel, for as long as it is read.
    plot.current.dataset.publishing = '';
    const svg = publishedSvg({ title, lines: [...subject, notes.join(' · ')], credit }, drawnPlot(plot.current));
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
      <ul className={figure.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <details className={styles.details}>
        <summary>{words.table()}</summary>
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
                    <th scope="row">{first?.shown}</th>
                    {others.map(({ shown }, index) => (
                      <td key={table.columns[index + 1]?.key}>{shown}</td>
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
          {words.csv()}
        </button>
        <button type="button" onClick={() => publish('png')}>
          {words.png()}
        </button>
        <button type="button" onClick={() => publish('svg')}>
          {words.svg()}
        </button>
        <span role="status">{failed && words.notDrawn()}</span>
      </p>
    </figure>
  );
}

export interface Column {
  /** Its name in files, the same in every language. */
  readonly key: string;
  readonly label: string;
}

export interface Cell {
  readonly shown: string;
  readonly value: string | number;
}

/** The first cell of a row names it. */
export interface DataTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** As `csvRow` has it, with CRLF. Numbers have a point, whatever the language. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ key }) => key), ...rows.map((row) => row.map(({ value }) => value))];
  return lines.map((line) => `${csvRow(line)}\r\n`).join('');
}
