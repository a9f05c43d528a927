import { type FormEvent, Fragment, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { LOOK_UP_RADII_KM, LOOKED_UP_SHAPE, type RadiusKm } from '#shared/fires/lookUpBodies.ts';
import { zonedInstants, zonedMinute } from '#shared/zonedTime.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useErrorFocus } from '#web/kit/components/useErrorFocus.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { type SelectedPlace, selectedPlaceText, usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import styles from '#web/tools/query/query.module.css';
import { QueryForm, useAddressQuery } from '#web/tools/query/useAddressQuery.tsx';
import { localText, offsetText, timeText } from './CandidateList.tsx';
import { LookUpHelp } from './LookUpHelp.tsx';
import { LookUpResults } from './LookUpResults.tsx';
import {
  DEFAULT_DAYS,
  DEFAULT_RADIUS_KM,
  drawingErrorOf,
  formatLookUpAddress,
  LOOK_BACK_DAYS,
  type LookBackDays,
  type LookUpAddressError,
  type LookUpQuery,
  lookUpAddress,
  type OutlineDrawingError,
  parseLookUpAddress,
} from './lookUpAddress.ts';

export type Occurrence = 'first' | 'second';

export interface LookUpDraft {
  readonly radiusKm: RadiusKm;
  /** Local time, in the format of its field. */
  readonly reported: string;
  /** Which of two times, where clocks go back and show it twice. */
  readonly occurrence: Occurrence;
  readonly days: LookBackDays;
}

export interface LookUpDraftErrors {
  readonly place?: 'place' | OutlineDrawingError;
  readonly reported?: 'format' | 'skipped' | 'future';
}

/** How far ahead the report's time may be, because clocks differ: the server's rule. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Without a query, the form of a fire that is reported now. `zone`: the device's time zone. */
export function lookUpDraftOf(query: LookUpQuery | undefined, zone: string, nowMs: number): LookUpDraft {
  const { radiusKm = DEFAULT_RADIUS_KM, reportedMs = nowMs, days = DEFAULT_DAYS } = query ?? {};
  const reported = zonedMinute(reportedMs, zone);
  const second = timesRepeated(reported, zone)?.second;
  return { radiusKm, reported, occurrence: second !== undefined && reportedMs < second ? 'first' : 'second', days };
}

/** Both instants of a time that clocks show twice; undefined for any other. */
export function timesRepeated(typed: string, zone: string): Readonly<Record<Occurrence, number>> | undefined {
  const [first, second] = zonedInstants(typed, zone) ?? [];
  return first === undefined || second === undefined ? undefined : { first, second };
}

/** The query of the form, in the precision of an address, or the errors by field. A place is required. */
export function lookUpQueryOf(
  { reported, occurrence, radiusKm, days }: LookUpDraft,
  place: SelectedPlace | undefined,
  zone: string,
  nowMs: number,
): { readonly ok: true; readonly query: LookUpQuery } | { readonly ok: false; readonly errors: LookUpDraftErrors } {
  const refused = (errors: LookUpDraftErrors) => ({ ok: false, errors }) as const;
  const instants = zonedInstants(reported, zone);
  const reportedMs = instants?.at(occurrence === 'first' ? 0 : -1);
  const rendered = place && drawingErrorOf(place.shape);
  const errors = {
    ...(rendered ? { place: rendered } : {}),
    ...(reportedMs === undefined
      ? { reported: instants ? ('skipped' as const) : ('format' as const) }
      : reportedMs > nowMs + CLOCK_AHEAD_MS
        ? { reported: 'future' as const }
        : {}),
  };
  if (!place || reportedMs === undefined || Object.keys(errors).length > 0) return refused(errors);
  const written = formatLookUpAddress({ shape: place.shape, name: place.name, radiusKm, reportedMs, days });
  const parsed = parseLookUpAddress(written);
  return parsed?.ok ? parsed : refused({ place: 'place' });
}

interface LookUpFormProps {
  readonly query: LookUpQuery | undefined;
  readonly error: LookUpAddressError | undefined;
  readonly onRequest: (query: LookUpQuery) => void;
}

export function LookUpForm({ query, error, onRequest }: LookUpFormProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.ask;
  const zone = ownTimeZone();
  const [draft, setDraft] = useState<LookUpDraft>(() => lookUpDraftOf(query, zone, systemClock.now()));
  const [errors, setErrors] = useState<LookUpDraftErrors>();
  const change = (changes: Partial<LookUpDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { entry, setEntry, accept } = usePlaceEntry(query, LOOKED_UP_SHAPE.corners);
  const { form: element, focusError } = useErrorFocus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const requested = lookUpQueryOf(draft, await accept(), zone, systemClock.now());
    setErrors(requested.ok ? {} : requested.errors);
    if (requested.ok) onRequest(requested.query);
    else focusError();
  };
  const placeError = errors?.place && LL.lookUp.fault[errors.place]();
  const reportedError = errors?.reported && LL.lookUp.fault[errors.reported]();
  // Once the form is sent, its own errors replace the address's.
  const twice = timesRepeated(draft.reported, zone);
  const addressError = error && !errors && addressErrorText(error, LL);
  return (
    <form
      ref={element}
      className={`${form.card} ${form.column}`}
      aria-label={texts.label()}
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
        legend={texts.radius()}
        options={LOOK_UP_RADII_KM.map((km) => [km, texts.km({ km })])}
        value={draft.radiusKm}
        onChoose={(radiusKm) => change({ radiusKm })}
      />
      <Field label={texts.reported()} hint={texts.zone({ zone })} error={reportedError}>
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
          legend={texts.twice()}
          options={(['first', 'second'] as const).map((occurrence) => {
            const atMs = twice[occurrence];
            return [occurrence, texts[occurrence]({ time: timeText(atMs, locale), offset: offsetText(atMs, zone) })];
          })}
          value={draft.occurrence}
          onChoose={(occurrence) => change({ occurrence })}
        />
      )}
      <Choices
        legend={texts.days()}
        options={LOOK_BACK_DAYS.map((days) => [days, texts.day({ days })])}
        value={draft.days}
        onChoose={(days) => change({ days })}
      />
      <Button kind="primary" type="submit">
        {texts.start()}
      </Button>
      <p className={form.hint}>
        {texts.private()} {LL.mapTools.place.credit()}
      </p>
    </form>
  );
}

function addressErrorText(error: LookUpAddressError, LL: Texts): string {
  const texts = LL.lookUp.fault;
  const isRendered = error === 'corners' || error === 'crossing' || error === 'across' || error === 'poles';
  return isRendered ? texts[error]() : texts.address({ part: texts.parts[error]() });
}

export default function LookUpScreen() {
  const { LL, locale } = useTexts();
  const { hash, attempt, query, error, onRequest } = useAddressQuery(lookUpAddress);
  return (
    <div className={styles.queryScreen}>
      {!query && <p>{LL.lookUp.lead()}</p>}
      {/* One key for both: two elements with equal keys would leave the old form behind. */}
      <Fragment key={hash}>
        <QueryForm
          summary={
            query && `${query.name || selectedPlaceText(query, LL, locale)}, ${localText(query.reportedMs, locale)}`
          }
          attempt={attempt}
        >
          <LookUpForm query={query} error={error} onRequest={onRequest} />
        </QueryForm>
        {query && <LookUpResults query={query} attempt={attempt} />}
      </Fragment>
      <LookUpHelp />
    </div>
  );
}
