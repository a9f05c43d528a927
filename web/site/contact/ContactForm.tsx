import { Suspense, useCallback, useState } from 'react';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LazyTurnstile } from '#web/kit/turnstile/LazyTurnstile.tsx';
import styles from './ContactForm.module.css';
import { ContactInput } from './ContactInput.tsx';
import { ContactStatus } from './ContactStatus.tsx';
import { useContactForm } from './useContactForm.ts';

/** The contact form, the same on every page. Without JavaScript it is posted as an ordinary form. */
export function ContactForm() {
  const { LL, locale } = useTexts();
  const { form: element, state, errors, tries, submit, edit } = useContactForm(locale);
  const [unproven, setUnproven] = useState(false);
  const sayUnproven = useCallback(() => setUnproven(true), []);
  const field = { errors, onEdit: edit };
  return (
    <form
      ref={element}
      className={`${form.card} ${styles.form}`}
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
        // A proof is valid once: after each try the widget starts again.
        <Suspense key={tries}>
          <LazyTurnstile
            siteKey={siteConfig.turnstileSiteKey}
            language={locale}
            action="contact"
            className={styles.wide}
            onFailed={sayUnproven}
          />
        </Suspense>
      )}
      {unproven && (
        <p className={styles.wide} role="alert">
          {LL.form.unproven()} <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>
        </p>
      )}
      <div className={styles.foot}>
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
