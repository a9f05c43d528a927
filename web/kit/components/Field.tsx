import { type ReactNode, useId } from 'react';
import styles from './Form.module.css';

/** Attributes that tie a control to its label, its hint and its error. */
interface FieldTies {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface Labelled {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  /** Undefined if nothing is wrong. */
  readonly error?: string | undefined;
  /** Whether the error is read out as soon as it appears. */
  readonly alerts?: boolean;
  readonly className?: string | undefined;
}

interface FieldProps extends Labelled {
  readonly children: (ties: FieldTies) => ReactNode;
}

/** A control with its label above it, and below it a hint and its error. */
export function Field({ label, hint, error, alerts = false, className = '', children }: FieldProps) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {(alerts || error !== undefined) && (
        <p id={`${id}-error`} role={alerts ? 'alert' : undefined} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface Choice<Value extends number | string> {
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a list that opens. */
export function Select<Value extends number | string>({
  options,
  value,
  onChoose,
  ...labelled
}: Labelled & Choice<Value>) {
  return (
    <Field {...labelled}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen) onChoose(chosen[0]);
          }}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One of a few, side by side. */
export function Choices<Value extends number | string>({
  legend,
  options,
  value,
  onChoose,
}: Choice<Value> & { readonly legend: string }) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
