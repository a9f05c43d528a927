import { type ReactNode, useId } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { saveFile } from '#web/tools/ask/saveFile.ts';
import { csvOf, type DataTable } from './DataTable.ts';
import styles from './PlotFigure.module.css';

interface PlotFigureProps {
  /** What is plotted, with its unit. */
  readonly title: string;
  /** What the marks mean, and how much was observed. */
  readonly notes: readonly string[];
  readonly table: DataTable;
  /** Rows of `table` that are shown; the file has all of them. */
  readonly mostRows?: number;
  readonly fileName: string;
  readonly children: ReactNode;
}

/** A plot, what must be said with it, and the same as a table and as a file. */
export function PlotFigure({ title, notes, table, mostRows, fileName, children }: PlotFigureProps) {
  const { LL } = useTexts();
  const words = LL.analytics.plot;
  const id = useId();
  const save = () => saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  return (
    <figure className={styles.figure}>
      <figcaption id={id}>{title}</figcaption>
      {children}
      <ul className={styles.notes}>
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
              {table.rows.slice(0, mostRows).map(([first, ...cells]) => (
                <tr key={first?.value}>
                  <th scope="row">{first?.shown}</th>
                  {cells.map(({ shown }, index) => (
                    <td key={table.columns[index + 1]?.key}>{shown}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <button type="button" className={styles.save} onClick={save}>
        {words.csv()}
      </button>
    </figure>
  );
}
