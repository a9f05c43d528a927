import { useId } from 'react';
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
