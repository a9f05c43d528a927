import { zonedIso } from '#shared/time/zonedTime.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportRow } from '#web/tools/report/data/reportRows.ts';
import styles from './Report.module.css';
import { kmText } from './reportText.ts';

interface StrokeTableProps {
  readonly rows: readonly ReportRow[];
  readonly zone: string;
}

/** The rows of the file, as the provider tells them: nothing is rounded but the distance. */
export function StrokeTable({ rows, zone }: StrokeTableProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.strokes;
  if (rows.length === 0) return null;
  const plain = (iso: string) => iso.slice(0, 23).replace('T', ' ');
  return (
    <>
      <h3 id="report-strokes">{words.title()}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.scroll} aria-labelledby="report-strokes" tabIndex={0}>
        <table className={styles.table} data-strokes>
          <thead>
            <tr>
              <th scope="col">{words.number()}</th>
              <th scope="col">{words.distance()}</th>
              <th scope="col">{words.local({ zone })}</th>
              <th scope="col">{words.utc()}</th>
              <th scope="col">{words.latitude()}</th>
              <th scope="col">{words.longitude()}</th>
              <th scope="col">{words.id()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, id, atMs, latitude, longitude, km }) => (
              <tr key={id}>
                <th scope="row">{number}</th>
                <td>{kmText(km, LL, locale)}</td>
                <td>{plain(zonedIso(atMs, zone))}</td>
                <td>{plain(new Date(atMs).toISOString())}</td>
                <td>{latitude}</td>
                <td>{longitude}</td>
                <td className={styles.id}>{id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
