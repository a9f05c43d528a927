import { type FormEvent, useState } from 'react';
import { LOOK_UP_RADII_KM } from '#shared/lookUp/LookUpLimits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { LOOK_BACK_DAYS, type LookUpAddressFault, type LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { FirePlace } from './FirePlace.tsx';
import { type LookUpDraft, type LookUpDraftFaults, lookUpDraftOf, lookUpQuestionOf } from './lookUpDraft.ts';

interface LookUpFormProps {
  readonly question: LookUpQuestion | undefined;
  readonly fault: LookUpAddressFault | undefined;
  readonly onAsk: (question: LookUpQuestion) => void;
}

export function LookUpForm({ question, fault, onAsk }: LookUpFormProps) {
  const { LL } = useTexts();
  const words = LL.lookUp.ask;
  const [draft, setDraft] = useState<LookUpDraft>(() => lookUpDraftOf(question, systemClock.now()));
  const [faults, setFaults] = useState<LookUpDraftFaults>();
  const change = (changes: Partial<LookUpDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = lookUpQuestionOf(draft, systemClock.now());
    setFaults(asked.ok ? {} : asked.faults);
    if (asked.ok) onAsk(asked.question);
  };
  const placeError = faults && placeFaultText(faults, LL);
  const reportedError = faults?.reported && LL.lookUp.fault[faults.reported]();
  // Until the form is sent: then its own faults count.
  const addressError = fault && !faults && addressFaultText(fault, LL);
  return (
    <form className={`${form.card} ${form.column}`} aria-label={words.label()} onSubmit={submit} noValidate>
      <p className={form.error} role="alert">
        {addressError}
      </p>
      <FirePlace draft={draft} error={placeError} onChange={change} />
      <Choices
        legend={words.radius()}
        options={LOOK_UP_RADII_KM.map((km) => [km, words.km({ km })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <Field label={words.reported()} hint={words.zone({ zone: ownTimeZone() })} error={reportedError}>
        {(ties) => (
          <input
            {...ties}
            type="datetime-local"
            value={draft.reported}
            onChange={({ target }) => change({ reported: target.value })}
          />
        )}
      </Field>
      <Choices
        legend={words.days()}
        options={LOOK_BACK_DAYS.map((days) => [days, words.day({ days })])}
        value={draft.days}
        onChoose={(days) => change({ days })}
      />
      <div aria-live="polite" className="visually-hidden">
        {[placeError, reportedError].filter(Boolean).join(' ')}
      </div>
      <Button kind="primary" type="submit">
        {words.start()}
      </Button>
      <p className={form.hint}>
        {words.private()} {words.credit()}
      </p>
    </form>
  );
}

function placeFaultText({ place, line = 1 }: LookUpDraftFaults, LL: Texts): string | undefined {
  if (place === undefined) return undefined;
  return place === 'line' ? LL.lookUp.fault.line({ line }) : LL.lookUp.fault[place]();
}

function addressFaultText(fault: LookUpAddressFault, LL: Texts): string {
  const words = LL.lookUp.fault;
  const isDrawn = fault === 'corners' || fault === 'crossing' || fault === 'across' || fault === 'poles';
  return isDrawn ? words[fault]() : words.address({ part: words.parts[fault]() });
}
