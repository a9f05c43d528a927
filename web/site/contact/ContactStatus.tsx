import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './ContactForm.module.css';
import type { ContactState } from './useContactForm.ts';

interface ContactStatusProps {
  readonly state: ContactState;
  readonly email: string;
}

/** The state of the message, which screen readers announce as it changes. */
export function ContactStatus({ state, email }: ContactStatusProps) {
  const { LL } = useTexts();
  const [before = '', after = ''] = LL.form.failureMail({ email }).split(email);
  return (
    <div className={styles.status} data-state={state} role={state === 'error' ? 'alert' : 'status'}>
      {state === 'sending' && <p>{LL.form.sending()}</p>}
      {state === 'success' && <p>{LL.form.success()}</p>}
      {state === 'deferred' && <p>{LL.form.deferred()}</p>}
      {state === 'error' && (
        <>
          <p>{LL.form.failure()}</p>
          <p>
            {before}
            <a href={`mailto:${email}`}>{email}</a>
            {after}
          </p>
        </>
      )}
    </div>
  );
}
