import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { LOOK_UP_RADII_KM, LOOKED_UP_SHAPE } from '#shared/lookUp/bodies.ts';
import { LOOK_BACK_DAYS, type LookUpAddressFault, type LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useFaultFocus } from '#web/kit/components/useFaultFocus.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import {
  type LookUpDraft,
  type LookUpDraftFaults,
  lookUpDraftOf,
  lookUpQuestionOf,
  timesShownTwice,
} from './lookUpDraft.ts';
import { offsetText, timeText } from './lookUpText.ts';

interface LookUpFormProps {
  readonly question: LookUpQuestion | undefined;
  readonly fault: LookUpAddressFault | undefined;
  readonly onAsk: (query: LookUpQuestion) => void;
}

export function LookUpForm({ question, fault, onAsk }: LookUpFormProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.ask;
  const zone = ownTimeZone();
  const [draft, setDraft] = useState<LookUpDraft>(() => lookUpDraftOf(question, zone, systemClock.now()));
  const [errors, setErrors] = useState<LookUpDraftFaults>();
  const change = (changes: Partial<LookUpDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { entry, setEntry, take } = usePlaceEntry(question, LOOKED_UP_SHAPE.corners);
  const { form: element, focusFault } = useFaultFocus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = lookUpQuestionOf(draft, await take(), zone, systemClock.now());
    setErrors(asked.ok ? {} : asked.faults);
    if (asked.ok) onAsk(asked.question);
    else focusFault();
  };
  const placeError = errors?.place && LL.lookUp.fault[errors.place]();
  const reportedError = errors?.reported && LL.lookUp.fault[errors.reported]();
  // Once the form is sent, its own errors replace the address's.
  const twice = timesShownTwice(draft.reported, zone);
  const addressError = fault && !errors && addressFaultText(fault, LL);
  return (
    <form
      ref={element}
      className={`${form.card} ${form.column}`}
      aria-label={words.label()}
      onSubmit={submit}
      noValidate
    >
      <p className={form.error} role="alert">
        {addressError}
      </p>
      <PlacePicker
        entry={entry}
        onChange={(next) => {
          setEntry(next);
          setErrors({});
        }}
        error={placeError}
        outlines
        maxCorners={LOOKED_UP_SHAPE.corners}
      />
      <Choices
        legend={words.radius()}
        options={LOOK_UP_RADII_KM.map((km) => [km, words.km({ km })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <Field label={words.reported()} hint={words.zone({ zone })} error={reportedError}>
        {(ties) => (
          <input
            {...ties}
            type="datetime-local"
            value={draft.reported}
            onChange={({ target }) => change({ reported: target.value })}
          />
        )}
      </Field>
      {twice && (
        <Choices
          legend={words.twice()}
          options={(['first', 'second'] as const).map((occurrence) => {
            const atMs = twice[occurrence];
            return [occurrence, words[occurrence]({ time: timeText(atMs, locale), offset: offsetText(atMs, zone) })];
          })}
          value={draft.occurrence}
          onChoose={(occurrence) => change({ occurrence })}
        />
      )}
      <Choices
        legend={words.days()}
        options={LOOK_BACK_DAYS.map((days) => [days, words.day({ days })])}
        value={draft.days}
        onChoose={(days) => change({ days })}
      />
      <Button kind="primary" type="submit">
        {words.start()}
      </Button>
      <p className={form.hint}>
        {words.private()} {LL.place.credit()}
      </p>
    </form>
  );
}

function addressFaultText(error: LookUpAddressFault, LL: Texts): string {
  const words = LL.lookUp.fault;
  const isDrawn = error === 'corners' || error === 'crossing' || error === 'across' || error === 'poles';
  return isDrawn ? words[error]() : words.address({ part: words.parts[error]() });
}
