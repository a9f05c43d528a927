import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import {
  DAYS_AROUND,
  formatReportAddress,
  parseReportAddress,
  REPORT_RADII_KM,
  type ReportFault,
  type ReportQuestion,
} from '#web/kit/addresses/reportAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices, Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import styles from '#web/kit/components/Form.module.css';
import { useFaultFocus } from '#web/kit/components/useFaultFocus.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { pointOf, usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import screen from '#web/tools/query/AskScreen.module.css';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import { AskedForm, useQuestion } from '#web/tools/query/useQuestion.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import {
  makeReport,
  type ReportDraft,
  type ReportDraftFaults,
  reportDayText,
  reportDraftOf,
  reportPlaceText,
  reportQuestionOf,
  zonesToChoose,
} from './report.ts';

interface ReportFormProps {
  readonly question: ReportQuestion | undefined;
  readonly fault: ReportFault | undefined;
  readonly onAsk: (query: ReportQuestion) => void;
}

export function ReportForm({ question, fault, onAsk }: ReportFormProps) {
  const { LL } = useTexts();
  const texts = LL.report.ask;
  const [draft, setDraft] = useState<ReportDraft>(() => reportDraftOf(question, ownTimeZone(), systemClock.now()));
  const [errors, setErrors] = useState<ReportDraftFaults>({});
  const change = (changes: Partial<ReportDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { entry, setEntry, take } = usePlaceEntry(
    question && { shape: pointAt(question.position), name: question.name },
  );
  const { form, focusFault } = useFaultFocus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = reportQuestionOf(draft, pointOf(await take()), systemClock.now());
    setErrors(asked.ok ? {} : asked.faults);
    if (asked.ok) onAsk(asked.question);
    else focusFault();
  };
  const said = LL.report.fault;
  const addressError = fault && said.address({ part: said.parts[fault]() });
  const dayError = errors.day && said[errors.day]();
  const referenceError = errors.reference && said.reference();
  const remarkError = errors.remark && said.remark();
  return (
    <form
      ref={form}
      className={`${styles.card} ${styles.column}`}
      aria-label={texts.label()}
      onSubmit={submit}
      noValidate
    >
      <PlacePicker entry={entry} onChange={setEntry} error={entry.fault ? undefined : addressError} />
      <Field label={texts.day()} error={dayError}>
        {(field) => (
          <input {...field} type="date" value={draft.day} onChange={({ target }) => change({ day: target.value })} />
        )}
      </Field>
      <Select
        label={texts.zone()}
        hint={texts.zoneHint()}
        options={zonesToChoose(draft.zone, ownTimeZone()).map((zone) => [zone, zone])}
        value={draft.zone}
        onChoose={(zone) => change({ zone })}
      />
      <Choices
        legend={texts.around()}
        options={DAYS_AROUND.map((days) => [days, days === 0 ? texts.noDays() : texts.days({ days })])}
        value={draft.around}
        onChoose={(around) => change({ around })}
      />
      <Choices
        legend={texts.radius()}
        options={REPORT_RADII_KM.map((km) => [km, LL.report.km({ km: String(km) })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <Field label={`${texts.reference()} (${texts.optional()})`} error={referenceError}>
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            value={draft.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        )}
      </Field>
      <Field label={`${texts.remark()} (${texts.optional()})`} error={remarkError}>
        {(field) => (
          <textarea
            {...field}
            rows={2}
            value={draft.remark}
            onChange={({ target }) => change({ remark: target.value })}
          />
        )}
      </Field>
      <Button kind="primary" type="submit">
        {texts.start()}
      </Button>
      <p className={styles.hint}>
        {texts.private()} {LL.place.credit()}
      </p>
    </form>
  );
}

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
