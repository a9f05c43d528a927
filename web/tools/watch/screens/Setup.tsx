import { type FormEvent, type SyntheticEvent, useId, useState } from 'react';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { useErrorFocus } from '#web/kit/components/useErrorFocus.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import {
  DEFAULT_DWELL_MIN,
  formatWatchAddress,
  parseWatchAddress,
  type WatchError,
  type WatchedPlace,
} from '#web/kit/routing/watchAddress.ts';
import { DwellField, parseTypedRules, RingFields, typedRules, useTypedRings } from '#web/tools/watch/RingFields.tsx';
import { SaveWatchlist } from '#web/tools/watch/watchlist/SaveWatchlist.tsx';
import styles from './Setup.module.css';
import { SkillBox } from './SkillBox.tsx';

interface SetupProps {
  /** Initial values of the form. */
  readonly known: WatchedPlace | undefined;
  readonly error: WatchError | undefined;
  readonly onStart: (place: WatchedPlace) => void;
  readonly onSaved: (address: string) => void;
}

/** Errors of fields under "Advanced", which opens to show them. */
const RULE_ERRORS: readonly WatchError[] = ['rings', 'ringsRange', 'ringsOrder', 'dwell'];

/** True if a place has other rules than the default. */
function hasOwnRules(known: WatchedPlace | undefined): boolean {
  if (!known) return false;
  const { ringsKm, dwellMin, approachOnly } = known;
  return ringsKm.join() !== DEFAULT_RINGS_KM.join() || dwellMin !== DEFAULT_DWELL_MIN || approachOnly === true;
}

export function Setup({ known, error: initialError, onStart, onSaved }: SetupProps) {
  const { LL } = useTexts();
  const texts = LL.watch.setup;
  const id = useId();
  const { entry, setEntry, accept } = usePlaceEntry(known);
  const { form: element, focusError } = useErrorFocus();
  const [rings, setRings] = useState<readonly string[]>((known?.ringsKm ?? DEFAULT_RINGS_KM).map(String));
  const [dwell, setDwell] = useState(String(known?.dwellMin ?? DEFAULT_DWELL_MIN));
  const [approachOnly, setApproachOnly] = useState(known?.approachOnly === true);
  const [error, setError] = useState(initialError);
  const [isAdvanced, setIsAdvanced] = useState(hasOwnRules(known));
  const noteToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setIsAdvanced(currentTarget.open);
  useTypedRings(entry.selected?.shape, rings, setRings);
  const placeNow = async (): Promise<WatchedPlace | undefined> => {
    const selectedPlace = await accept();
    if (!selectedPlace) {
      focusError();
      return undefined;
    }
    const { shape } = selectedPlace;
    const name = selectedPlace.isOwn ? LL.mapTools.place.here() : selectedPlace.name;
    const place = formatWatchAddress({ shape, name, ringsKm: DEFAULT_RINGS_KM, dwellMin: DEFAULT_DWELL_MIN });
    const hash = `${place.slice(0, place.indexOf('&rings='))}&${typedRules(rings, dwell)}`;
    const parsed = parseWatchAddress(approachOnly ? `${hash}&approach=1` : hash);
    setError(parsed?.ok ? undefined : parsed?.error);
    if (!parsed?.ok) focusError();
    return parsed?.ok ? parsed.place : undefined;
  };
  const start = async (event: FormEvent) => {
    event.preventDefault();
    const place = await placeNow();
    if (place) onStart(place);
  };
  const errorOf = (...errors: readonly WatchError[]) =>
    error && errors.includes(error) ? LL.watch.fault[error]() : undefined;
  const ruleError = error !== undefined && RULE_ERRORS.includes(error);
  const typed = parseTypedRules(rings, dwell);
  const ringsError = errorOf('rings', 'ringsRange', 'ringsOrder');
  return (
    <form ref={element} className={`${form.card} ${form.column} ${styles.setup}`} onSubmit={start} noValidate>
      <PlacePicker
        entry={entry}
        onChange={(next) => {
          setEntry(next);
          setError(undefined);
        }}
        error={entry.error ? undefined : errorOf('place', 'name', 'outside', 'corners', 'crossing', 'across', 'poles')}
        outlines
      />
      <Button kind="primary" type="submit">
        {texts.start()}
      </Button>
      <p className={form.hint}>{texts.private()}</p>
      <details className={form.advanced} open={isAdvanced || ruleError} onToggle={noteToggle}>
        <summary>{texts.advanced()}</summary>
        <RingFields rings={rings} onChange={setRings} error={ringsError} />
        <DwellField dwell={dwell} onChange={setDwell} error={errorOf('dwell')} />
        <p className={form.hint}>
          {LL.watch.facts.shortDwell()} {LL.watch.facts.smallStop()}
        </p>
        <div>
          <label className={form.check}>
            <input
              type="checkbox"
              checked={approachOnly}
              aria-describedby={`${id}-approach`}
              onChange={({ target }) => setApproachOnly(target.checked)}
            />
            {LL.watch.approach.only()}
          </label>
          <p id={`${id}-approach`} className={form.hint}>
            {LL.watch.approach.hint()}
          </p>
        </div>
      </details>
      <SkillBox
        placeNow={placeNow}
        typedPlace={entry.text}
        typedRules={typed?.ok ? typed.place : undefined}
        onUse={({ ringsKm, dwellMin }) => {
          setRings(ringsKm.map(String));
          setDwell(String(dwellMin));
          setIsAdvanced(true);
        }}
      />
      <SaveWatchlist placeNow={placeNow} onSaved={onSaved} />
      <p className={form.hint}>{LL.mapTools.place.credit()}</p>
    </form>
  );
}
