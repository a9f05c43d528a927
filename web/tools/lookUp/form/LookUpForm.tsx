import { type FormEvent, useId, useState } from 'react';
import { RADII_KM } from '#shared/lookUp/LookUpLimits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import buttons from '#web/kit/components/Button.module.css';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LOOK_BACK_DAYS, type LookUpAddressFault, type LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import styles from '#web/tools/ask/AskForm.module.css';
import { Choices } from '#web/tools/ask/Choices.tsx';
import { FirePlace } from './FirePlace.tsx';
import { addressFaultText, placeFaultText } from './faultText.ts';
import { type DraftFaults, draftOf, type LookUpDraft, questionOf } from './lookUpDraft.ts';

interface LookUpFormProps {
  /** What the address asks, to begin with. */
  readonly question: LookUpQuestion | undefined;
  /** What is wrong with the address. */
  readonly fault: LookUpAddressFault | undefined;
  readonly onAsk: (question: LookUpQuestion) => void;
}

/** Where the fire is, when it was reported, and which strikes are asked for. */
export function LookUpForm({ question, fault, onAsk }: LookUpFormProps) {
  const { LL } = useTexts();
  const words = LL.lookUp.ask;
  const id = useId();
  const [draft, setDraft] = useState<LookUpDraft>(() => draftOf(question, systemClock.now()));
  const [faults, setFaults] = useState<DraftFaults>();
  const change = (changes: Partial<LookUpDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = questionOf(draft, systemClock.now());
    setFaults(asked.ok ? {} : asked.faults);
    if (asked.ok) onAsk(asked.question);
  };
  const placeError = faults && placeFaultText(faults, LL);
  const reportedError = faults?.reported && LL.lookUp.fault[faults.reported]();
  // Until the form is sent, which answers for itself.
  const addressError = fault && !faults && addressFaultText(fault, LL);
  return (
    <form className={styles.form} aria-label={words.label()} onSubmit={submit} noValidate>
      <p className={styles.error} role="alert">
        {addressError}
      </p>
      <FirePlace draft={draft} error={placeError} onChange={change} />
      <Choices
        legend={words.radius()}
        options={RADII_KM.map((km) => [km, words.km({ km })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <div className={styles.field}>
        <label htmlFor={`${id}-reported`}>{words.reported()}</label>
        <input
          id={`${id}-reported`}
          type="datetime-local"
          value={draft.reported}
          aria-invalid={reportedError !== undefined}
          aria-describedby={`${id}-zone ${id}-reported-error`}
          onChange={({ target }) => change({ reported: target.value })}
        />
        <p id={`${id}-zone`} className={styles.hint}>
          {words.zone({ zone: ownTimeZone() })}
        </p>
        <p id={`${id}-reported-error`} className={styles.error}>
          {reportedError}
        </p>
      </div>
      <Choices
        legend={words.days()}
        options={LOOK_BACK_DAYS.map((days) => [days, words.day({ days })])}
        value={draft.days}
        onChoose={(days) => change({ days })}
      />
      <div aria-live="polite" className="visually-hidden">
        {[placeError, reportedError].filter(Boolean).join(' ')}
      </div>
      <button type="submit" className={buttons.primary}>
        {words.start()}
      </button>
      <p className={styles.hint}>
        {words.private()} {words.credit()}
      </p>
    </form>
  );
}
