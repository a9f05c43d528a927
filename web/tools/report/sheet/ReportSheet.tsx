import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { useSimulated } from '#web/tools/ask/useSimulated.ts';
import { daySums } from '#web/tools/report/data/daySums.ts';
import { DayTable } from './DayTable.tsx';
import { foundText } from './foundText.ts';
import type { MadeReport } from './MadeReport.ts';
import { NotRead } from './NotRead.tsx';
import styles from './Report.module.css';
import { ReportFiles } from './ReportFiles.tsx';
import { ReportPictures } from './ReportPictures.tsx';
import { ReportProof } from './ReportProof.tsx';
import { bothClocks, dayText, kmText, placeText } from './reportText.ts';
import { StrokeTable } from './StrokeTable.tsx';

interface ReportSheetProps {
  readonly question: ReportQuestion;
  readonly report: MadeReport;
}

/** The report itself, on the screen and on paper. */
export function ReportSheet({ question, report }: ReportSheetProps) {
  const { LL, locale } = useTexts();
  const words = LL.report;
  const simulated = useSimulated();
  const { day, around, zone, radiusKm, reference, remark } = question;
  const { days, rows, data, madeAtMs } = report;
  const sums = daySums(days, rows, data);
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day];
  const facts = [
    [words.facts.reference(), reference],
    [words.facts.place(), placeText(question, locale)],
    [words.facts.day(), dayText(day, locale)],
    [
      words.facts.span(),
      around === 0 ? '' : words.facts.spanText({ from: dayText(first, locale), to: dayText(last, locale) }),
    ],
    [words.facts.radius(), kmText(radiusKm, LL, locale)],
    [words.facts.clock(), zone],
    [words.facts.remark(), remark],
    [words.facts.made(), bothClocks(madeAtMs, zone, LL, locale)],
    [words.facts.source(), siteConfig.name],
  ].filter(([, text]) => text !== '');
  return (
    <>
      {simulated && <p className={styles.simulated}>{words.simulated()}</p>}
      <ReportProof question={question} report={report} part="verdict" />
      <dl className={styles.facts}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.found}>
        <strong>{foundText(question, sums, rows, LL, locale)}</strong>
      </p>
      <NotRead report={report} zone={zone} />
      <ReportFiles question={question} report={report} />
      <DayTable sums={sums} question={question} />
      <ReportPictures question={question} rows={rows} />
      <StrokeTable rows={rows} zone={zone} />
      <h3>{words.limits.title()}</h3>
      <ul className={styles.limits}>
        <li>{words.limits.opinion()}</li>
        <li>{words.limits.ground()}</li>
        <li>{words.limits.accuracy()}</li>
      </ul>
      <ReportProof question={question} report={report} part="means" />
    </>
  );
}
