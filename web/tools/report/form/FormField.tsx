import type { ReactNode } from 'react';
import styles from '#web/tools/ask/AskForm.module.css';

/** What ties the control to its label, hint and error. */
interface FieldTies {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly children: (ties: FieldTies) => ReactNode;
}

/** A control with its label above it, and below it a hint and what is wrong. */
export function FormField({ id, label, hint, error, children }: FormFieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-hint ${id}-error` })}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
    </div>
  );
}
