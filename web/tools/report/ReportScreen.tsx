import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useHash } from '#web/kit/browser/useHash.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { formatReportAddress, parseReportAddress } from '#web/kit/routing/reportAddress.ts';
import { usePathname } from '#web/kit/routing/usePathname.ts';
import screen from '#web/tools/ask/AskScreen.module.css';
import { ReportForm } from './form/ReportForm.tsx';
import { Report } from './sheet/Report.tsx';

/** The form, and below it the report that the fragment asks for. */
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
