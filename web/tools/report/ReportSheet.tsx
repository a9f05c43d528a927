import { useMemo } from 'react';
import { HOUR_MS, lengthMs } from '#shared/time.ts';
import { zonedIso } from '#shared/zonedTime.ts';
import { PICTURE_CREDIT, type Picture } from '#web/ground/picture/Picture.ts';
import { LazyPlacePicture, PaperOnly, PointedRow, ResultPicture } from '#web/ground/picture/ResultPicture.tsx';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { useReportedSource } from '#web/sky/reportedSource.ts';
import SourceNote from '#web/sky/SourceNote.tsx';
import { longSpanText } from '#web/sky/timeText.ts';
import { ExportPanel, FactRows } from '#web/tools/query/ExportPanel.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import resultStyles from '#web/tools/query/query.module.css';
import styles from './Report.module.css';
import {
  type DaySum,
  daySums,
  foundText,
  type GeneratedReport,
  missingOf,
  type ReportRow,
  reportDayText,
  reportKmText,
  reportPlaceText,
  zonedAndUtcText,
  zonedClockText,
} from './report.ts';
import { formatReportAddress, type ReportQuery } from './reportAddress.ts';

/** More numbers would hide each other. */
const MOST_NUMBERED = 20;
const MOST_RENDERED = 2_000;
const NEAR_KM = 1;

interface ReportPicturesProps {
  readonly query: Pick<ReportQuery, 'position' | 'radiusKm'>;
  readonly rows: readonly ReportRow[];
}

/** All strokes on the map; in print also a separate picture of the nearest ones. */
function ReportPictures({ query, rows }: ReportPicturesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.pictures;
  const { radiusKm } = query;
  const [wide, near] = useMemo(() => {
    const km = (value: number) => reportKmText(value, LL, locale);
    return [pictureOfReport(query, rows, km), pictureOfReport({ ...query, radiusKm: NEAR_KM }, rows, km)] as const;
  }, [query, rows, LL, locale]);
  const km = (value: number) => reportKmText(value, LL, locale);
  return (
    <div className={styles.pictures}>
      <div>
        <ResultPicture picture={wide} label={texts.wide({ km: km(radiusKm) })} kmText={km} />
        <PaperOnly>
          <p className={resultStyles.resultSmall}>{texts.wide({ km: km(radiusKm) })}</p>
        </PaperOnly>
      </div>
      {radiusKm > NEAR_KM && (
        <PaperOnly>
          <LazyPlacePicture picture={near} label={texts.near()} kmText={km} />
          <p className={resultStyles.resultSmall}>{texts.near()}</p>
        </PaperOnly>
      )}
    </div>
  );
}

/** The place, its distances and the strokes within the widest; the first rows of the table with their numbers. */
function pictureOfReport(
  { position, radiusKm }: ReportPicturesProps['query'],
  rows: readonly ReportRow[],
  kmText: (km: number) => string,
): Picture {
  return {
    shape: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    circles: [...new Set([NEAR_KM, radiusKm])].map((km) => ({ km, label: kmText(km) })),
    points: rows
      .filter(({ km }) => km <= radiusKm)
      .slice(0, MOST_RENDERED)
      .map(({ id, latitude, longitude, number }) => ({
        id,
        latitude,
        longitude,
        label: number <= MOST_NUMBERED ? String(number) : '',
      })),
  };
}

interface StrokeTableProps {
  readonly rows: readonly ReportRow[];
  readonly zone: string;
}

/** Values as the provider sends them: only the distance is rounded. */
function StrokeTable({ rows, zone }: StrokeTableProps) {
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
  readonly query: Pick<ReportQuery, 'day' | 'radiusKm'>;
}

function DayTable({ sums, query: { day, radiusKm } }: DayTableProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.table;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hours = (ms: number) => number.format(Math.floor((ms / HOUR_MS) * 10) / 10);
  return (
    <>
      <h3 id="report-days">{texts.days()}</h3>
      <table className={styles.table} aria-labelledby="report-days">
        <thead>
          <tr>
            <th scope="col">{texts.day()}</th>
            <th scope="col">{texts.near()}</th>
            {radiusKm > 1 && <th scope="col">{texts.within({ km: reportKmText(radiusKm, LL, locale) })}</th>}
            <th scope="col">{texts.observed()}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.day} aria-current={sum.day === day ? 'date' : undefined}>
              <th scope="row">{reportDayText(sum.day, locale)}</th>
              <td>{sum.observedMs === 0 && sum.strokes === 0 ? '–' : number.format(sum.near)}</td>
              {radiusKm > 1 && <td>{sum.observedMs === 0 && sum.strokes === 0 ? '–' : number.format(sum.strokes)}</td>}
              <td>{texts.hours({ read: hours(sum.observedMs), all: hours(sum.toMs - sum.fromMs) })}</td>
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

function NotRead({ report: { days, data, createdAtMs }, zone }: NotReadProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.missing;
  const [fromMs, toMs] = [days[0]?.fromMs ?? 0, Math.min(days.at(-1)?.toMs ?? 0, createdAtMs)];
  const missing = missingOf([fromMs, toMs], data);
  if (missing.length === 0) return <p className={resultStyles.resultSmall}>{texts.none()}</p>;
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  return (
    <div className={resultStyles.bad} data-missing>
      <h3>{texts.title()}</h3>
      <p>
        {data.completeToMs === null
          ? texts.outside()
          : texts.part({
              missing: longSpanText(lengthMs(missing), locale),
              asked: longSpanText(toMs - fromMs, locale),
            })}
      </p>
      {data.completeToMs !== null && (
        <ul>
          {named.map(([from, to]) => (
            <li key={from}>
              {texts.span({ from: zonedClockText(from, zone, locale), to: zonedClockText(to, zone, locale) })}
            </li>
          ))}
          {missing.length > NAMED && <li>{texts.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}

interface ReportSheetProps {
  readonly query: ReportQuery;
  readonly report: GeneratedReport;
}

export function ReportSheet({ query, report }: ReportSheetProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report;
  const { simulated, primary } = useReportedSource();
  const { day, around, zone, radiusKm, reference, remark } = query;
  const { days, rows, data, createdAtMs, hash } = report;
  usePrintedFoot(
    `${texts.proof.hash()}: ${hash}`,
    [siteConfig.name, reference, reportPlaceText(query, locale), PICTURE_CREDIT].filter(Boolean).join(' · '),
  );
  const sums = daySums(days, rows, data);
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day];
  const facts = [
    [texts.facts.reference(), reference],
    [texts.facts.place(), reportPlaceText(query, locale)],
    [texts.facts.day(), reportDayText(day, locale)],
    [
      texts.facts.span(),
      around === 0 ? '' : texts.facts.spanText({ from: reportDayText(first, locale), to: reportDayText(last, locale) }),
    ],
    [texts.facts.radius(), reportKmText(radiusKm, LL, locale)],
    [texts.facts.clock(), zone],
    [texts.facts.remark(), remark],
    [texts.facts.made(), zonedAndUtcText(createdAtMs, zone, LL, locale)],
    [texts.facts.source(), siteConfig.name],
  ].filter(([, text]) => text !== '');
  return (
    <>
      {simulated && <p className={resultStyles.simulated}>{texts.simulated()}</p>}
      {primary && <SourceNote primary={primary} />}
      <ReportChecksum query={query} report={report} part="verdict" />
      <dl className={resultStyles.resultFacts}>
        <FactRows facts={facts} />
      </dl>
      <p>
        <strong>{foundText(query, sums, rows, LL, locale)}</strong>
      </p>
      <NotRead report={report} zone={zone} />
      <ReportFiles query={query} report={report} />
      <DayTable sums={sums} query={query} />
      <ReportPictures query={query} rows={rows} />
      <StrokeTable rows={rows} zone={zone} />
      <h3>{texts.limits.title()}</h3>
      <ul className={styles.limits}>
        <li>{texts.limits.opinion()}</li>
        <li>{texts.limits.ground()}</li>
        <li>{texts.limits.accuracy()}</li>
      </ul>
      <ReportChecksum query={query} report={report} part="means" />
    </>
  );
}

interface ReportFilesProps {
  readonly query: ReportQuery;
  readonly report: GeneratedReport;
}

function ReportFiles({ query, report: { csv, hash } }: ReportFilesProps) {
  const { LL, locale } = useTexts();
  const save = () => saveFile(new Blob([csv], { type: 'text/csv' }), `lightning-${query.day}.csv`);
  return (
    <ExportPanel texts={LL.report.files} link={reportLink(query, hash, locale)}>
      <Button onClick={save}>CSV</Button>
    </ExportPanel>
  );
}

interface ReportChecksumProps {
  readonly query: ReportQuery;
  readonly report: GeneratedReport;
  /** `verdict`: whether it equals the hash in the link. `means`: how to verify it. */
  readonly part: 'verdict' | 'means';
}

function ReportChecksum({ query, report: { hash }, part }: ReportChecksumProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report.proof;
  if (part === 'verdict') {
    if (query.hash === undefined) return null;
    const same = query.hash === hash;
    return (
      <p className={same ? styles.same : resultStyles.bad} data-verdict={same ? 'same' : 'different'}>
        {same ? texts.same() : texts.different()}
      </p>
    );
  }
  const link = reportLink(query, hash, locale);
  return (
    <>
      <h3>{texts.title()}</h3>
      <p>
        {texts.hash()}:{' '}
        <code className={styles.hash} data-hash>
          {hash}
        </code>
      </p>
      <p>{texts.how()}</p>
      <p className={styles.link}>
        {texts.link()}: <a href={link}>{link}</a>
      </p>
    </>
  );
}

/** The address that creates this report again and compares: it contains the hash of the rows. */
function reportLink(query: ReportQuery, hash: string, locale: Locale): string {
  return `${window.location.origin}${pathOf('report', locale)}${formatReportAddress({ ...query, hash })}`;
}
