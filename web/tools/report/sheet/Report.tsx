import { useEffect, useRef } from 'react';
import { Button } from '#web/kit/components/Button.tsx';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { makeReport } from './MadeReport.ts';
import styles from './Report.module.css';
import { ReportSheet } from './ReportSheet.tsx';

interface ReportProps {
  readonly question: ReportQuestion;
}

/** The report, or why there is none. */
export function Report({ question }: ReportProps) {
  const words = useTexts().LL.report;
  const made = useAsked(JSON.stringify(question), (signal) => makeReport(question, signal));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Below a form that fills a phone's screen nobody would see that it has come.
    if (made.kind !== 'loading') heading.current?.focus();
  }, [made.kind]);
  return (
    <section className={styles.report} aria-labelledby="report" aria-busy={made.kind === 'loading'}>
      <h2 id="report" ref={heading} tabIndex={-1}>
        {words.title()}
      </h2>
      <p role="status">{made.kind === 'loading' && words.running()}</p>
      {made.kind === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>
            {words.failure[TOLD_AS[made.trouble]]()}
            {made.waitS !== undefined && ` ${words.failure.wait({ seconds: made.waitS })}`}
          </p>
          {made.trouble !== 'too-wide' && <Button onClick={made.retry}>{words.failure.retry()}</Button>}
        </div>
      )}
      {made.kind === 'known' && <ReportSheet question={question} report={made.value} />}
    </section>
  );
}

const TOLD_AS = {
  offline: 'network',
  limited: 'busy',
  busy: 'busy',
  'too-wide': 'many',
  missing: 'server',
  broken: 'server',
  unreadable: 'server',
} as const;
