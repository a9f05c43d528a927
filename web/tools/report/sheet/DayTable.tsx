import { HOUR_MS } from '#shared/time/hourKey.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import type { DaySum } from '#web/tools/report/data/daySums.ts';
import styles from './Report.module.css';
import { dayText, kmText } from './reportText.ts';

interface DayTableProps {
  readonly sums: readonly DaySum[];
  readonly question: Pick<ReportQuestion, 'day' | 'radiusKm'>;
}

/** How many strokes each day had, and how much of it was read. */
export function DayTable({ sums, question: { day, radiusKm } }: DayTableProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.table;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hours = (ms: number) => number.format(Math.floor((ms / HOUR_MS) * 10) / 10);
  return (
    <>
      <h3 id="report-days">{words.days()}</h3>
      <table className={styles.table} aria-labelledby="report-days">
        <thead>
          <tr>
            <th scope="col">{words.day()}</th>
            <th scope="col">{words.near()}</th>
            {radiusKm > 1 && <th scope="col">{words.within({ km: kmText(radiusKm, LL, locale) })}</th>}
            <th scope="col">{words.observed()}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.day} aria-current={sum.day === day ? 'date' : undefined}>
              <th scope="row">{dayText(sum.day, locale)}</th>
              <td>{sum.observedMs === 0 && sum.strokes === 0 ? '–' : number.format(sum.near)}</td>
              {radiusKm > 1 && <td>{sum.observedMs === 0 && sum.strokes === 0 ? '–' : number.format(sum.strokes)}</td>}
              <td>{words.hours({ read: hours(sum.observedMs), all: hours(sum.toMs - sum.fromMs) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
