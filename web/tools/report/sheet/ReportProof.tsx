import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import type { MadeReport } from './MadeReport.ts';
import styles from './Report.module.css';
import { reportLink } from './reportLink.ts';

interface ReportProofProps {
  readonly question: ReportQuestion;
  readonly report: MadeReport;
  /** `verdict`: whether it equals the one that the link was made for. `means`: how anybody can check it. */
  readonly part: 'verdict' | 'means';
}

export function ReportProof({ question, report: { hash }, part }: ReportProofProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.proof;
  if (part === 'verdict') {
    if (question.hash === undefined) return null;
    const same = question.hash === hash;
    return (
      <p className={same ? styles.same : styles.different} data-verdict={same ? 'same' : 'different'}>
        {same ? words.same() : words.different()}
      </p>
    );
  }
  const link = reportLink(question, hash, locale);
  return (
    <>
      <h3>{words.title()}</h3>
      <p>
        {words.hash()}: <code data-hash>{hash}</code>
      </p>
      <p>{words.how()}</p>
      <p className={styles.link}>
        {words.link()}: <a href={link}>{link}</a>
      </p>
    </>
  );
}
