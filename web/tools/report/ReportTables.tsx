import { HOUR_MS, lengthMs } from '#shared/time.ts';
import { zonedIso } from '#shared/zonedTime.ts';
import { PointedRow } from '#web/ground/picture/pointedLine.tsx';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import type { GeneratedReport } from './GeneratedReport.ts';
import styles from './Report.module.css';
import { MOST_NUMBERED } from './ReportPictures.tsx';
import { type DaySum, missingOf, type ReportRow } from './reportRows.ts';
import { reportDayText, reportKmText, zonedClockText } from './reportText.ts';

interface StrokeTableProps {
  readonly rows: readonly ReportRow[];
  readonly zone: string;
}

/** Values as the provider sends them: only the distance is rounded. */
export function StrokeTable({ rows, zone }: StrokeTableProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.strokes;
  if (rows.length === 0) return null;
  const plain = (iso: string) => iso.slice(0, 23).replace('T', ' ');
  return (
    <>
      <h3 id="report-strokes">{texts.title()}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.scroll} aria-labelledby="report-strokes" tabIndex={0}>
        <table className={styles.table} data-strokes>
          <thead>
            <tr>
              <th scope="col">{texts.number()}</th>
              <th scope="col">{texts.distance()}</th>
              <th scope="col">{texts.local({ zone })}</th>
              <th scope="col">{texts.utc()}</th>
              <th scope="col">{texts.latitude()}</th>
              <th scope="col">{texts.longitude()}</th>
              <th scope="col">{texts.id()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, id, atMs, latitude, longitude, km }) => {
              const cells = (
                <>
                  <th scope="row">{number}</th>
                  <td>{reportKmText(km, LL, locale)}</td>
                  <td>{plain(zonedIso(atMs, zone))}</td>
                  <td>{plain(new Date(atMs).toISOString())}</td>
                  <td>{latitude}</td>
                  <td>{longitude}</td>
                  <td className={styles.id}>{id}</td>
                </>
              );
              return number <= MOST_NUMBERED ? (
                <PointedRow key={id} id={id}>
                  {cells}
                </PointedRow>
              ) : (
                <tr key={id}>{cells}</tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface DayTableProps {
  readonly sums: readonly DaySum[];
  readonly question: Pick<ReportQuestion, 'day' | 'radiusKm'>;
}

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
            {radiusKm > 1 && <th scope="col">{words.within({ km: reportKmText(radiusKm, LL, locale) })}</th>}
            <th scope="col">{words.observed()}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.day} aria-current={sum.day === day ? 'date' : undefined}>
              <th scope="row">{reportDayText(sum.day, locale)}</th>
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

/** The most spans that are listed, longest first. */
const NAMED = 8;

interface NotReadProps {
  readonly report: GeneratedReport;
  readonly zone: string;
}

export function NotRead({ report: { days, data, madeAtMs }, zone }: NotReadProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.missing;
  const [fromMs, toMs] = [days[0]?.fromMs ?? 0, Math.min(days.at(-1)?.toMs ?? 0, madeAtMs)];
  const missing = missingOf([fromMs, toMs], data);
  if (missing.length === 0) return <p className={answer.small}>{words.none()}</p>;
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  return (
    <div className={answer.bad} data-missing>
      <h3>{words.title()}</h3>
      <p>
        {data.completeToMs === null
          ? words.outside()
          : words.part({
              missing: longSpanText(lengthMs(missing), locale),
              asked: longSpanText(toMs - fromMs, locale),
            })}
      </p>
      {data.completeToMs !== null && (
        <ul>
          {named.map(([from, to]) => (
            <li key={from}>
              {words.span({ from: zonedClockText(from, zone, locale), to: zonedClockText(to, zone, locale) })}
            </li>
          ))}
          {missing.length > NAMED && <li>{words.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}
