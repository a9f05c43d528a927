import { CONTACT_MAX_LENGTH, type ContactField } from '#shared/contact/ContactRequest.ts';
import type { ContactErrors } from '#shared/contact/contactErrors.ts';
import { Field } from '#web/kit/components/Field.tsx';
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
  const error = errors[name];
  const attributes = {
    name,
    maxLength: CONTACT_MAX_LENGTH[name],
    required,
    autoComplete,
    onInput: () => onEdit(name),
  };
  const label = (
    <>
      {LL.form[name]()}
      {!required && <span className={styles.optional}> ({LL.form.optional()})</span>}
    </>
  );
  return (
    <Field label={label} error={error && LL.form.errors[error]()} className={wide ? styles.wide : undefined}>
      {(ties) =>
        multiline ? <textarea rows={4} {...ties} {...attributes} /> : <input type={type} {...ties} {...attributes} />
      }
    </Field>
  );
}
