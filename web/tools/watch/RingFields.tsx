import { useId } from 'react';
import { DWELL_MIN } from '#shared/watch/Area.ts';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './RingFields.module.css';

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

/** What is typed in both, as it stands in an address, where it is judged: `parseWatchAddress`. */
export function typedRules(rings: readonly string[], dwell: string): string {
  const typed = (text: string) => text.trim().replace(',', '.');
  return `rings=${rings.map(typed).join(',')}&dwell=${typed(dwell)}`;
}
