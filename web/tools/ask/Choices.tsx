import { useId } from 'react';
import styles from './AskForm.module.css';

interface ChoicesProps<Value extends number | string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, side by side. */
export function Choices<Value extends number | string>({ legend, options, value, onChoose }: ChoicesProps<Value>) {
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
