import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import {
  DAYS_AROUND,
  REPORT_RADII_KM,
  type ReportFault,
  type ReportQuestion,
} from '#web/kit/addresses/reportAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices, Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import styles from '#web/kit/components/Form.module.css';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlaceField } from '#web/kit/places/PlaceField.tsx';
import {
  type ReportDraft,
  type ReportDraftFaults,
  reportDraftOf,
  reportQuestionOf,
  zonesToChoose,
} from './reportDraft.ts';
import { reportPlaceText } from './reportText.ts';

interface ReportFormProps {
  readonly question: ReportQuestion | undefined;
  readonly fault: ReportFault | undefined;
  readonly onAsk: (question: ReportQuestion) => void;
}

export function ReportForm({ question, fault, onAsk }: ReportFormProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.ask;
  const [draft, setDraft] = useState<ReportDraft>(() => reportDraftOf(question, ownTimeZone(), systemClock.now()));
  const [faults, setFaults] = useState<ReportDraftFaults>({});
  const change = (changes: Partial<ReportDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = reportQuestionOf(draft, systemClock.now());
    setFaults(asked.ok ? {} : asked.faults);
    if (asked.ok) onAsk(asked.question);
  };
  const said = LL.report.fault;
  const placeError = (faults.place && said.place()) ?? (fault && said.address({ part: said.parts[fault]() }));
  const dayError = faults.day && said[faults.day]();
  const referenceError = faults.reference && said.reference();
  const remarkError = faults.remark && said.remark();
  return (
    <form className={`${styles.card} ${styles.column}`} aria-label={words.label()} onSubmit={submit} noValidate>
      <div>
        <PlaceField
          words={words}
          error={placeError}
          onChoose={({ name, position }) => change({ place: { position, name: /\d/.test(name) ? '' : name } })}
        />
        <p className={styles.hint} role="status" data-chosen>
          {draft.place && words.chosen({ place: reportPlaceText(draft.place, locale) })}
        </p>
      </div>
      <Field label={words.day()} error={dayError}>
        {(field) => (
          <input {...field} type="date" value={draft.day} onChange={({ target }) => change({ day: target.value })} />
        )}
      </Field>
      <Select
        label={words.zone()}
        hint={words.zoneHint()}
        options={zonesToChoose(draft.zone, ownTimeZone()).map((zone) => [zone, zone])}
        value={draft.zone}
        onChoose={(zone) => change({ zone })}
      />
      <Choices
        legend={words.around()}
        options={DAYS_AROUND.map((days) => [days, days === 0 ? words.noDays() : words.days({ days })])}
        value={draft.around}
        onChoose={(around) => change({ around })}
      />
      <Choices
        legend={words.radius()}
        options={REPORT_RADII_KM.map((km) => [km, LL.report.km({ km: String(km) })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <Field label={`${words.reference()} (${words.optional()})`} error={referenceError}>
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
      <Field label={`${words.remark()} (${words.optional()})`} error={remarkError}>
        {(field) => (
          <textarea
            {...field}
            rows={2}
            value={draft.remark}
            onChange={({ target }) => change({ remark: target.value })}
          />
        )}
      </Field>
      <div aria-live="polite" className="visually-hidden">
        {[placeError, dayError, referenceError, remarkError].filter(Boolean).join(' ')}
      </div>
      <Button kind="primary" type="submit">
        {words.start()}
      </Button>
      <p className={styles.hint}>
        {words.private()} {words.credit()}
      </p>
    </form>
  );
}
