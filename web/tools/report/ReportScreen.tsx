import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices, Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import styles from '#web/kit/components/Form.module.css';
import { useErrorFocus } from '#web/kit/components/useErrorFocus.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { pointOf, usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import screen from '#web/tools/query/query.module.css';
import { QueryForm, useAddressQuery } from '#web/tools/query/useAddressQuery.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import {
  makeReport,
  type ReportDraft,
  type ReportDraftErrors,
  reportDayText,
  reportDraftOf,
  reportPlaceText,
  reportQueryOf,
  zonesToChoose,
} from './report.ts';
import { DAYS_AROUND, REPORT_RADII_KM, type ReportError, type ReportQuery, reportAddress } from './reportAddress.ts';

interface ReportFormProps {
  readonly query: ReportQuery | undefined;
  readonly error: ReportError | undefined;
  readonly onRequest: (query: ReportQuery) => void;
}

export function ReportForm({ query, error, onRequest }: ReportFormProps) {
  const { LL } = useTexts();
  const texts = LL.report.ask;
  const [draft, setDraft] = useState<ReportDraft>(() => reportDraftOf(query, ownTimeZone(), systemClock.now()));
  const [errors, setErrors] = useState<ReportDraftErrors>({});
  const change = (changes: Partial<ReportDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { entry, setEntry, accept } = usePlaceEntry(query && { shape: pointAt(query.position), name: query.name });
  const { form, focusError } = useErrorFocus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const requested = reportQueryOf(draft, pointOf(await accept()), systemClock.now());
    setErrors(requested.ok ? {} : requested.errors);
    if (requested.ok) onRequest(requested.query);
    else focusError();
  };
  const labels = LL.report.fault;
  const addressError = error && labels.address({ part: labels.parts[error]() });
  const dayError = errors.day && labels[errors.day]();
  const referenceError = errors.reference && labels.reference();
  const remarkError = errors.remark && labels.remark();
  return (
    <form
      ref={form}
      className={`${styles.card} ${styles.column}`}
      aria-label={texts.label()}
      onSubmit={submit}
      noValidate
    >
      <PlacePicker entry={entry} onChange={setEntry} error={entry.error ? undefined : addressError} />
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
        {texts.private()} {LL.mapTools.place.credit()}
      </p>
    </form>
  );
}

export default function ReportScreen() {
  const { LL, locale } = useTexts();
  const { hash, attempt, query, error, onRequest } = useAddressQuery(reportAddress);
  return (
    <div className={screen.queryScreen}>
      {!query && <p>{LL.report.lead()}</p>}
      <QueryForm
        key={hash}
        summary={query && `${reportPlaceText(query, locale)}, ${reportDayText(query.day, locale)}`}
        attempt={attempt}
      >
        <ReportForm query={query} error={error} onRequest={onRequest} />
      </QueryForm>
      {query && <Report key={`${hash} ${attempt}`} query={query} />}
    </div>
  );
}

interface ReportProps {
  readonly query: ReportQuery;
}

export function Report({ query }: ReportProps) {
  const texts = useTexts().LL.report;
  const queryState = useQuery(JSON.stringify(query), (signal) => makeReport(query, signal));
  return (
    <QueryResult
      id="report"
      title={texts.title()}
      texts={texts}
      queryState={queryState}
      failureOf={({ errorKind }) => [texts.failure[REPORTED_AS[errorKind]](), errorKind !== 'too-wide']}
    >
      {(report) => <ReportSheet query={query} report={report} />}
    </QueryResult>
  );
}

const REPORTED_AS = {
  offline: 'network',
  limited: 'busy',
  busy: 'busy',
  'too-wide': 'many',
  missing: 'server',
  broken: 'server',
  unreadable: 'server',
} as const;
