import { formatReportAddress, parseReportAddress, type ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { AskedForm } from '#web/tools/query/AskedForm.tsx';
import screen from '#web/tools/query/AskScreen.module.css';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import { useQuestion } from '#web/tools/query/useQuestion.ts';
import { makeReport } from './GeneratedReport.ts';
import { ReportForm } from './ReportForm.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import { reportDayText, reportPlaceText } from './reportText.ts';

export default function ReportScreen() {
  const { LL, locale } = useTexts();
  const { hash, attempt, question, fault, onAsk } = useQuestion(parseReportAddress, formatReportAddress);
  return (
    <div className={screen.screen}>
      {!question && <p>{LL.report.lead()}</p>}
      <AskedForm
        key={hash}
        asked={question && `${reportPlaceText(question, locale)}, ${reportDayText(question.day, locale)}`}
        attempt={attempt}
      >
        <ReportForm question={question} fault={fault} onAsk={onAsk} />
      </AskedForm>
      {question && <Report key={`${hash} ${attempt}`} question={question} />}
    </div>
  );
}

interface ReportProps {
  readonly question: ReportQuestion;
}

export function Report({ question }: ReportProps) {
  const texts = useTexts().LL.report;
  const made = useQuery(JSON.stringify(question), (signal) => makeReport(question, signal));
  return (
    <QueryResult
      id="report"
      title={texts.title()}
      words={texts}
      asked={made}
      failureOf={({ errorKind }) => [texts.failure[TOLD_AS[errorKind]](), errorKind !== 'too-wide']}
    >
      {(report) => <ReportSheet question={question} report={report} />}
    </QueryResult>
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
