import { type FormEvent, useId, useState } from 'react';
import type { RegionTable } from '#shared/geo/regionTable.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useErrorFocus } from '#web/kit/components/useErrorFocus.ts';
import type { QueryState } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { byCountry } from '#web/kit/places/regions/loadRegions.ts';
import { entryOf, pointOf, usePlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import styles from './Analytics.module.css';
import {
  type AnalyticsChoice,
  type CountedArea,
  type Days,
  daysFrom,
  daysOf,
  formatAnalytics,
  NEWEST_DAYS,
  type Period,
  RADII_KM,
} from './analyticsAddress.ts';

interface DayRangeProps extends Days {
  readonly today: string;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<Days>) => void;
}

export function DayRange({ first, last, today, error, onChange }: DayRangeProps) {
  const texts = useTexts().LL.analytics.ask;
  const id = useId();
  const day = (which: keyof Days, label: string, value: string) => (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="date"
          max={today}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={id}
          onChange={({ target }) => onChange({ [which]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {day('first', texts.first(), first)}
      {day('last', texts.last(), last)}
      <p id={id} role="alert" className={form.error}>
        {error}
      </p>
    </>
  );
}

interface ChoiceFormProps {
  readonly choice: AnalyticsChoice;
  readonly today: string;
  readonly regions: QueryState<RegionTable>;
  readonly onRegions: () => void;
  readonly onChoose: (choice: AnalyticsChoice) => void;
}

interface Draft {
  readonly kind: CountedArea['kind'];
  readonly radiusKm: number;
  readonly region: string;
  /** Number of days, or `own`. */
  readonly period: string;
  readonly first: string;
  readonly last: string;
}

export function ChoiceForm({ choice, today, regions, onRegions, onChoose }: ChoiceFormProps) {
  const { LL, locale } = useTexts();
  const { ask: texts, fault: errorTexts } = LL.analytics;
  const address = formatAnalytics(choice);
  const [visible, setVisible] = useState(address);
  const [draft, setDraft] = useState(() => draftOf(choice, today));
  const [error, setError] = useState<'region' | 'period'>();
  const { entry, setEntry, accept } = usePlaceEntry(placeOf(choice.scope));
  const { form: element, focusError } = useErrorFocus();
  if (visible !== address) {
    setVisible(address);
    setEntry(entryOf(placeOf(choice.scope), locale));
    setDraft(draftOf(choice, today));
    setError(undefined);
  }
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const place = draft.kind === 'place' ? pointOf(await accept()) : undefined;
    const scope = scopeOf(draft, place);
    const period = periodOf(draft);
    setError(period ? (scope || draft.kind === 'place' ? undefined : 'region') : 'period');
    if (scope && period) onChoose({ ...choice, scope, period });
    else focusError();
  };
  const errorOf = (of: 'region' | 'period') => (error === of ? errorTexts[of]() : undefined);
  return (
    <form ref={element} className={`${form.card} ${styles.form}`} onSubmit={submit} noValidate>
      <h2>{texts.title()}</h2>
      <Select
        label={texts.where()}
        options={[
          ['home', texts.home()],
          ['place', texts.place()],
          ['region', texts.region()],
        ]}
        value={draft.kind}
        onChoose={(kind) => {
          if (kind === 'region') onRegions();
          change({ kind });
        }}
      />
      {draft.kind === 'place' && (
        <>
          <PlacePicker entry={entry} onChange={setEntry} />
          <Select
            label={texts.radius()}
            options={RADII_KM.map((km) => [km, texts.km({ km })])}
            value={draft.radiusKm}
            onChoose={(radiusKm) => change({ radiusKm })}
          />
        </>
      )}
      {draft.kind === 'region' && (
        <RegionSelect
          regions={regions}
          value={draft.region}
          error={errorOf('region')}
          onChange={(region) => change({ region })}
        />
      )}
      <Select
        label={texts.period()}
        options={[...NEWEST_DAYS.map((days) => [String(days), texts.newest({ days })] as const), ['own', texts.own()]]}
        value={draft.period}
        onChoose={(period) => change({ period })}
      />
      {draft.period === 'own' && (
        <DayRange first={draft.first} last={draft.last} today={today} error={errorOf('period')} onChange={change} />
      )}
      <Button kind="primary" type="submit">
        {texts.show()}
      </Button>
    </form>
  );
}

function draftOf({ scope, period }: AnalyticsChoice, today: string): Draft {
  return {
    kind: scope.kind,
    radiusKm: scope.kind === 'place' ? scope.radiusKm : 25,
    region: scope.kind === 'region' ? scope.code : '',
    period: 'first' in period ? 'own' : String(period.newest),
    ...daysOf(period, today),
  };
}

function placeOf(scope: CountedArea) {
  return scope.kind === 'place' ? { shape: pointAt(scope), name: scope.name } : undefined;
}

function scopeOf({ kind, radiusKm, region }: Draft, place: ReturnType<typeof pointOf>): CountedArea | undefined {
  if (kind === 'home') return { kind };
  if (kind === 'place') return place && { kind, radiusKm, name: place.name, ...rounded(place.position) };
  return region === '' ? undefined : { kind, code: region };
}

function periodOf({ period, first, last }: Draft): Period | undefined {
  return period === 'own' ? daysFrom(first, last) : { newest: Number(period) };
}

/** To some 100 m, which is finer than the counts. */
function rounded({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}

interface RegionSelectProps {
  readonly regions: QueryState<RegionTable>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

function RegionSelect({ regions, value, error, onChange }: RegionSelectProps) {
  const { LL, locale } = useTexts();
  const { ask: texts, errors, grid } = LL.analytics;
  const groups = regions.kind === 'known' ? byCountry(regions.value, locale, LL) : [];
  return (
    <div>
      <Field label={texts.region()} error={regions.kind === 'failed' ? texts.noRegions() : error}>
        {(ties) => (
          <select {...ties} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{grid.select()}</option>
            {groups.map(({ code: country, name: countryName, regions: own }) => (
              <optgroup key={country} label={countryName}>
                {own.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {regions.kind === 'failed' && <Button onClick={regions.retry}>{errors.retry()}</Button>}
    </div>
  );
}
