import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { formatReportAddress, type ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import SourceNote from '#web/sky/source/SourceNote.tsx';
import { useToldSource } from '#web/sky/source/useToldSource.ts';
import { ExportPanel } from '#web/tools/query/ExportPanel.tsx';
import { FactRows } from '#web/tools/query/FactRows.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import type { GeneratedReport } from './GeneratedReport.ts';
import styles from './Report.module.css';
import { ReportPictures } from './ReportPictures.tsx';
import { DayTable, NotRead, StrokeTable } from './ReportTables.tsx';
import { daySums } from './reportRows.ts';
import { foundText, reportDayText, reportKmText, reportPlaceText, zonedAndUtcText } from './reportText.ts';

interface ReportSheetProps {
  readonly question: ReportQuestion;
  readonly report: GeneratedReport;
}

export function ReportSheet({ question, report }: ReportSheetProps) {
  const { LL, locale } = useTexts();
  const texts = LL.report;
  const { simulated, primary } = useToldSource();
  const { day, around, zone, radiusKm, reference, remark } = question;
  const { days, rows, data, madeAtMs, hash } = report;
  usePrintedFoot(
    `${texts.proof.hash()}: ${hash}`,
    [siteConfig.name, reference, reportPlaceText(question, locale), PICTURE_CREDIT].filter(Boolean).join(' · '),
  );
  const sums = daySums(days, rows, data);
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day];
  const facts = [
    [texts.facts.reference(), reference],
    [texts.facts.place(), reportPlaceText(question, locale)],
    [texts.facts.day(), reportDayText(day, locale)],
    [
      texts.facts.span(),
      around === 0 ? '' : texts.facts.spanText({ from: reportDayText(first, locale), to: reportDayText(last, locale) }),
    ],
    [texts.facts.radius(), reportKmText(radiusKm, LL, locale)],
    [texts.facts.clock(), zone],
    [texts.facts.remark(), remark],
    [texts.facts.made(), zonedAndUtcText(madeAtMs, zone, LL, locale)],
    [texts.facts.source(), siteConfig.name],
  ].filter(([, text]) => text !== '');
  return (
    <>
      {simulated && <p className={answer.simulated}>{texts.simulated()}</p>}
      {primary && <SourceNote primary={primary} />}
      <ReportProof question={question} report={report} part="verdict" />
      <dl className={answer.facts}>
        <FactRows facts={facts} />
      </dl>
      <p>
        <strong>{foundText(question, sums, rows, LL, locale)}</strong>
      </p>
      <NotRead report={report} zone={zone} />
      <ReportFiles question={question} report={report} />
      <DayTable sums={sums} question={question} />
      <ReportPictures question={question} rows={rows} />
      <StrokeTable rows={rows} zone={zone} />
      <h3>{texts.limits.title()}</h3>
      <ul className={styles.limits}>
        <li>{texts.limits.opinion()}</li>
        <li>{texts.limits.ground()}</li>
        <li>{texts.limits.accuracy()}</li>
      </ul>
      <ReportProof question={question} report={report} part="means" />
    </>
  );
}

interface ReportFilesProps {
  readonly question: ReportQuestion;
  readonly report: GeneratedReport;
}

function ReportFiles({ question, report: { csv, hash } }: ReportFilesProps) {
  const { LL, locale } = useTexts();
  const save = () => saveFile(new Blob([csv], { type: 'text/csv' }), `lightning-${question.day}.csv`);
  return (
    <ExportPanel words={LL.report.files} link={reportLink(question, hash, locale)}>
      <Button onClick={save}>CSV</Button>
    </ExportPanel>
  );
}

interface ReportProofProps {
  readonly question: ReportQuestion;
  readonly report: GeneratedReport;
  /** `verdict`: whether it equals the hash in the link. `means`: how to verify it. */
  readonly part: 'verdict' | 'means';
}

function ReportProof({ question, report: { hash }, part }: ReportProofProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.proof;
  if (part === 'verdict') {
    if (question.hash === undefined) return null;
    const same = question.hash === hash;
    return (
      <p className={same ? styles.same : answer.bad} data-verdict={same ? 'same' : 'different'}>
        {same ? words.same() : words.different()}
      </p>
    );
  }
  const link = reportLink(question, hash, locale);
  return (
    <>
      <h3>{words.title()}</h3>
      <p>
        {words.hash()}:{' '}
        <code className={styles.hash} data-hash>
          {hash}
        </code>
      </p>
      <p>{words.how()}</p>
      <p className={styles.link}>
        {words.link()}: <a href={link}>{link}</a>
      </p>
    </>
  );
}

/** The address that creates this report again and compares: it contains the hash of the rows. */
function reportLink(query: ReportQuestion, hash: string, locale: Locale): string {
  return `${window.location.origin}${pathOf('report', locale)}${formatReportAddress({ ...query, hash })}`;
}
