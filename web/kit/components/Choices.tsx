import { useId } from 'react';
import { Field, type Labelled } from './Field.tsx';
import styles from './Form.module.css';

interface Choice<Value extends number | string> {
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

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
