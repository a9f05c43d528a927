import { type FormEvent, useId, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { DEFAULT_RINGS_KM, DWELL_MIN } from '#shared/watch/Area.ts';
import {
  DEFAULT_DWELL_MIN,
  formatWatchAddress,
  parseWatchAddress,
  type WatchedPlace,
  type WatchFault,
} from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/coordinatesText.ts';
import { PlaceChoice } from '#web/kit/places/PlaceChoice.tsx';
import { KeepWatching } from '#web/tools/watch/book/KeepWatching.tsx';
import { Preview } from './Preview.tsx';
import styles from './Setup.module.css';

const RINGS = ['watch', 'warning', 'stop'] as const;

interface SetupProps {
  readonly fault: WatchFault | undefined;
  /** Called with the fragment that names the place. */
  readonly onStart: (hash: string) => void;
  readonly onKept: (address: string) => void;
}

interface Chosen {
  readonly at: Position;
  readonly name: string;
}

export function Setup({ fault: initialFault, onStart, onKept }: SetupProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.setup;
  const id = useId();
  const [chosen, setChosen] = useState<Chosen>();
  const [rings, setRings] = useState<readonly string[]>(DEFAULT_RINGS_KM.map(String));
  const [dwell, setDwell] = useState(String(DEFAULT_DWELL_MIN));
  const [approachOnly, setApproachOnly] = useState(false);
  const [fault, setFault] = useState(initialFault);
  const placeNow = (): WatchedPlace | undefined => {
    if (!chosen) {
      setFault('place');
      return undefined;
    }
    const { name, at } = chosen;
    const shape = { type: 'Point', coordinates: [at.longitude, at.latitude] } as const;
    const typed = (text: string) => text.trim().replace(',', '.');
    const [watch = '', warning = '', stop = ''] = rings.map(typed);
    const place = formatWatchAddress({ shape, name, ringsKm: DEFAULT_RINGS_KM, dwellMin: DEFAULT_DWELL_MIN });
    const hash = `${place.replace(/&rings=.*$/, '')}&rings=${watch},${warning},${stop}&dwell=${typed(dwell)}`;
    const parsed = parseWatchAddress(approachOnly ? `${hash}&approach=1` : hash);
    setFault(parsed?.ok ? undefined : parsed?.fault);
    return parsed?.ok ? parsed.place : undefined;
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    const place = placeNow();
    if (place) onStart(formatWatchAddress(place));
  };
  const errorOf = (...faults: readonly WatchFault[]) =>
    fault && faults.includes(fault) ? LL.watch.fault[fault]() : undefined;
  const ringsError = errorOf('rings', 'ringsRange', 'ringsOrder');
  return (
    <form className={`${form.card} ${form.column} ${styles.setup}`} onSubmit={start} noValidate>
      <PlaceChoice
        words={words}
        error={errorOf('place', 'name', 'outside', 'corners', 'crossing', 'across', 'poles')}
        chosen={
          chosen &&
          words.chosen({
            place: [chosen.name, coordinatesText(chosen.at, locale)].filter((part) => part !== '').join(' · '),
          })
        }
        onChoose={(at, name) => {
          setChosen({ at, name: name ?? words.mine() });
          if (name !== undefined) setFault(undefined);
        }}
      />
      <fieldset className={`${form.controls} ${styles.rings}`} aria-describedby={`${id}-rings`}>
        <legend>{words.rings()}</legend>
        {RINGS.map((ring, index) => (
          <label key={ring} data-ring={ring}>
            {LL.watch.level[ring]()}
            <input
              type="text"
              inputMode="decimal"
              value={rings[index]}
              aria-invalid={ringsError !== undefined}
              aria-describedby={`${id}-rings`}
              onChange={({ target }) => setRings(rings.with(index, target.value))}
            />
          </label>
        ))}
        <p id={`${id}-rings`} className={form.error}>
          {ringsError}
        </p>
      </fieldset>
      <Field label={words.dwell()} error={errorOf('dwell')}>
        {(ties) => (
          <input
            {...ties}
            type="number"
            inputMode="numeric"
            min={DWELL_MIN.min}
            max={DWELL_MIN.max}
            value={dwell}
            onChange={({ target }) => setDwell(target.value)}
          />
        )}
      </Field>
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
      <Preview placeNow={placeNow} button={(label, onClick) => <Button onClick={onClick}>{label}</Button>} />
      <div aria-live="polite" className="visually-hidden">
        {fault && LL.watch.fault[fault]()}
      </div>
      <Button kind="primary" type="submit">
        {words.start()}
      </Button>
      <p className={form.hint}>{words.private()}</p>
      <KeepWatching placeNow={placeNow} onKept={onKept} />
      <p className={form.hint}>{words.credit()}</p>
    </form>
  );
}
