import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { saveFile } from '#web/tools/ask/saveFile.ts';
import { TakeAway } from '#web/tools/ask/TakeAway.tsx';
import type { MadeReport } from './MadeReport.ts';
import { reportLink } from './reportLink.ts';

interface ReportFilesProps {
  readonly question: ReportQuestion;
  readonly report: MadeReport;
}

/** The report on paper, as a file and as a link that proves it. */
export function ReportFiles({ question, report: { csv, hash } }: ReportFilesProps) {
  const { LL, locale } = useTexts();
  const save = () => saveFile(new Blob([csv], { type: 'text/csv' }), `lightning-${question.day}.csv`);
  return (
    <TakeAway words={LL.report.files} link={reportLink(question, hash, locale)}>
      <Button onClick={save}>CSV</Button>
    </TakeAway>
  );
}
