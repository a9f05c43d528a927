import { useEffect, useRef } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import styles from './Report.module.css';
import { ReportSheet } from './ReportSheet.tsx';
import { useReport } from './useReport.ts';

interface ReportProps {
  readonly question: ReportQuestion;
  readonly onAgain: () => void;
}

/** The report, or why there is none. */
export function Report({ question, onAgain }: ReportProps) {
  const words = useTexts().LL.report;
  const made = useReport(question);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Below a form that fills a phone's screen nobody would see that it has come.
    if (made.state !== 'running') heading.current?.focus();
  }, [made.state]);
  return (
    <section className={styles.report} aria-labelledby="report" aria-busy={made.state === 'running'}>
      <h2 id="report" ref={heading} tabIndex={-1}>
        {words.title()}
      </h2>
      <p role="status">{made.state === 'running' && words.running()}</p>
      {made.state === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>
            {words.failure[made.fault]()}
            {made.waitS !== undefined && ` ${words.failure.wait({ seconds: made.waitS })}`}
          </p>
          {made.fault !== 'many' && <Button onClick={onAgain}>{words.failure.retry()}</Button>}
        </div>
      )}
      {made.state === 'made' && <ReportSheet question={question} report={made.report} />}
    </section>
  );
}
