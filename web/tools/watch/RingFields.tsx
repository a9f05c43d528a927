import { useId, useMemo } from 'react';
import type { Shape } from '#shared/geo/Shape.ts';
import { DWELL_MIN } from '#shared/watch/Area.ts';
import { useRingsOnMap } from '#web/ground/picture/visibleRings.ts';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { parseWatchAddress } from '#web/kit/routing/watchAddress.ts';
import styles from './watch.module.css';

const RINGS = ['watch', 'warning', 'stop'] as const;

interface RingFieldsProps {
  /** As typed, outermost first. */
  readonly rings: readonly string[];
  readonly onChange: (rings: readonly string[]) => void;
  readonly error: string | undefined;
}

export function RingFields({ rings, onChange, error }: RingFieldsProps) {
  const { LL } = useTexts();
  const id = useId();
  return (
    <fieldset className={`${form.controls} ${styles.rings}`} aria-describedby={id}>
      <legend>{LL.watch.setup.rings()}</legend>
      {RINGS.map((ring, index) => (
        <label key={ring} data-ring={ring}>
          {LL.watch.level[ring]()}
          <input
            type="text"
            inputMode="decimal"
            value={rings[index]}
            aria-invalid={error !== undefined}
            aria-describedby={id}
            onChange={({ target }) => onChange(rings.with(index, target.value))}
          />
        </label>
      ))}
      <p id={id} role="alert" className={form.error}>
        {error}
      </p>
    </fieldset>
  );
}

interface DwellFieldProps {
  /** As typed. */
  readonly dwell: string;
  readonly onChange: (dwell: string) => void;
  readonly error?: string | undefined;
}

export function DwellField({ dwell, onChange, error }: DwellFieldProps) {
  const { LL } = useTexts();
  return (
    <Field label={LL.watch.setup.dwell()} error={error}>
      {(ties) => (
        <input
          {...ties}
          type="number"
          inputMode="numeric"
          min={DWELL_MIN.min}
          max={DWELL_MIN.max}
          value={dwell}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The input of both fields in the format of an address, for `parseWatchAddress` to validate. */
export function typedRules(rings: readonly string[], dwell: string): string {
  const typed = (text: string) => text.trim().replace(',', '.');
  return `rings=${rings.map(typed).join(',')}&dwell=${typed(dwell)}`;
}

/** Validates the same, by the rules of an address with a dummy place. */
export function parseTypedRules(rings: readonly string[], dwell: string) {
  return parseWatchAddress(`#at=0,0&${typedRules(rings, dwell)}`);
}

/** Shows the typed distances around a place on the map, where handles change them. `onChange` must be stable. */
export function useTypedRings(
  shape: Shape | undefined,
  rings: readonly string[],
  onChange: (rings: readonly string[]) => void,
): void {
  const [watch = '', warning = '', stop = ''] = rings;
  const visible = useMemo(() => {
    const parsed = parseTypedRules([watch, warning, stop], String(DWELL_MIN.min));
    if (!shape || !parsed?.ok) return undefined;
    const { ringsKm } = parsed.place;
    return { shape, ringsKm, onChange: (moved: readonly number[]) => onChange(moved.map(String)) };
  }, [shape, watch, warning, stop, onChange]);
  useRingsOnMap(visible);
}
