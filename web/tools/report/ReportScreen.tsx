import { useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { formatReportAddress, parseReportAddress, type ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { useHash } from '#web/kit/browser/browserState.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import screen from '#web/tools/ask/AskScreen.module.css';
import { makeReport } from './MadeReport.ts';
import styles from './Report.module.css';
import { ReportForm } from './ReportForm.tsx';
import { ReportSheet } from './ReportSheet.tsx';

export default function ReportScreen() {
  const { LL } = useTexts();
  const hash = useHash();
  const pathname = usePathname();
  const parsed = useMemo(() => parseReportAddress(hash), [hash]);
  const [attempt, setAttempt] = useState(0);
  const question = parsed?.ok ? parsed.question : undefined;
  return (
    <div className={screen.screen}>
      <h1>{LL.report.title()}</h1>
      <p>{LL.report.lead()}</p>
      <ReportForm
        key={hash}
        question={question}
        fault={parsed && !parsed.ok ? parsed.fault : undefined}
        onAsk={(asked) => {
          const next = formatReportAddress(asked);
          if (next === hash) setAttempt(attempt + 1);
          else navigate(pathname + next);
        }}
      />
      {question && <Report key={`${hash} ${attempt}`} question={question} />}
    </div>
  );
}

interface ReportProps {
  readonly question: ReportQuestion;
}

export function Report({ question }: ReportProps) {
  const words = useTexts().LL.report;
  const made = useAsked(JSON.stringify(question), (signal) => makeReport(question, signal));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Below a form that fills a phone's screen the report would go unnoticed.
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
