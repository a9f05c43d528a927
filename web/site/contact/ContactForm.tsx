import { Suspense, useCallback, useState } from 'react';
import { CONTACT_MAX_LENGTH, type ContactErrors, type ContactField } from '#shared/contact.ts';
import { planTitle } from '#shared/plans.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import styles from '#web/kit/components/pages.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LazyTurnstile } from '#web/kit/turnstile/LazyTurnstile.tsx';
import { type ContactState, useContactForm } from './contact.ts';

/** The same on every page. Without JavaScript it is posted as an ordinary form. */
export function ContactForm() {
  const { LL, locale } = useTexts();
  const {
    form: element,
    state,
    errors,
    attempts,
    submit,
    edit,
  } = useContactForm(locale, (plan) => LL.form.planSubject({ plan: planTitle(plan) }));
  const [unproven, setUnproven] = useState(false);
  const reportUnproven = useCallback(() => setUnproven(true), []);
  const field = { errors, onEdit: edit };
  return (
    <form
      ref={element}
      className={`${form.card} ${styles.contactForm}`}
      action={apiPaths.contact}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <input type="hidden" name="language" value={locale} />
      <ContactInput name="name" autoComplete="name" required {...field} />
      <ContactInput name="email" type="email" autoComplete="email" required {...field} />
      <ContactInput name="company" autoComplete="organization" {...field} />
      <ContactInput name="phone" type="tel" autoComplete="tel" {...field} />
      <ContactInput name="subject" required wide {...field} />
      <ContactInput name="message" required wide multiline {...field} />
      <p className={styles.trap} aria-hidden="true">
        <label>
          {LL.form.trap()}
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      {siteConfig.turnstileSiteKey && (
        // A proof is valid once, so the widget restarts after each attempt.
        <Suspense key={attempts}>
          <LazyTurnstile
            siteKey={siteConfig.turnstileSiteKey}
            language={locale}
            action="contact"
            className={styles.contactWide}
            onFailed={reportUnproven}
          />
        </Suspense>
      )}
      {unproven && (
        <p className={styles.contactWide} role="alert">
          {LL.form.unproven()} <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>
        </p>
      )}
      <div className={styles.contactFoot}>
        <Button kind="primary" type="submit" aria-disabled={state === 'sending'}>
          {LL.form.send()}
        </Button>
        <p className={styles.privacy}>
          {LL.form.privacy()} <PageLink page="privacy">{LL.form.privacyLink()}</PageLink>
        </p>
      </div>
      <ContactStatus state={state} email={siteConfig.email} />
    </form>
  );
}

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

function ContactInput({
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
    <Field label={label} error={error && LL.form.errors[error]()} className={wide ? styles.contactWide : undefined}>
      {(ties) =>
        multiline ? <textarea rows={4} {...ties} {...attributes} /> : <input type={type} {...ties} {...attributes} />
      }
    </Field>
  );
}

interface ContactStatusProps {
  readonly state: ContactState;
  readonly email: string;
}

function ContactStatus({ state, email }: ContactStatusProps) {
  const { LL } = useTexts();
  const isGood = state === 'idle' || state === 'sending' || state === 'success';
  return (
    <div className={styles.contactStatus} data-state={state} role={isGood ? 'status' : 'alert'}>
      {state === 'sending' && <p>{LL.form.sending()}</p>}
      {state === 'success' && <p>{LL.form.success()}</p>}
      {state === 'offline' && <p>{LL.form.offline()}</p>}
      {state === 'error' && (
        <>
          <p>{LL.form.failure()}</p>
          <MailTo text={LL.form.failureMail({ email })} email={email} />
        </>
      )}
      {state === 'full' && <MailTo text={LL.form.full({ email })} email={email} />}
    </div>
  );
}

/** A text whose e-mail address is a link. */
function MailTo({ text, email }: { readonly text: string; readonly email: string }) {
  const [before, after] = text.split(email);
  return (
    <p>
      {before}
      <a href={`mailto:${email}`}>{email}</a>
      {after}
    </p>
  );
}
