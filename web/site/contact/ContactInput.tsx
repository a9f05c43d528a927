import { useId } from 'react';
import { CONTACT_MAX_LENGTH, type ContactField } from '#shared/contact/ContactRequest.ts';
import type { ContactErrors } from '#shared/contact/contactErrors.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './ContactForm.module.css';

interface ContactInputProps {
  readonly name: ContactField;
  readonly errors: ContactErrors;
  readonly onEdit: (field: string) => void;
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly wide?: boolean;
  readonly multiline?: boolean;
}

/** One field with its label and, if it was refused, the reason, linked to it for screen readers. */
export function ContactInput({
  name,
  errors,
  onEdit,
  type = 'text',
  autoComplete,
  required = false,
  wide,
  multiline,
}: ContactInputProps) {
  const { LL } = useTexts();
  const id = useId();
  const error = errors[name];
  const attributes = {
    id,
    name,
    maxLength: CONTACT_MAX_LENGTH[name],
    required,
    autoComplete,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    onInput: () => onEdit(name),
  };
  return (
    <div className={wide ? styles.wide : undefined}>
      <label htmlFor={id}>
        {LL.form[name]()}
        {!required && <span className={styles.optional}> ({LL.form.optional()})</span>}
      </label>
      {multiline ? <textarea rows={4} {...attributes} /> : <input type={type} {...attributes} />}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {LL.form.errors[error]()}
        </p>
      )}
    </div>
  );
}
