import { useEffect, useRef } from 'react';
import { TURNSTILE_ACTION } from '#shared/contact/turnstile.ts';
import styles from './ContactForm.module.css';
import { loadTurnstile, type Turnstile } from './loadTurnstile.ts';

interface TurnstileWidgetProps {
  readonly siteKey: string;
  readonly language: string;
}

/** Asks Turnstile for proof that a person is there; the widget adds it to the form around it. */
export function TurnstileWidget({ siteKey, language }: TurnstileWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let drawn: { readonly turnstile: Turnstile; readonly id: string } | undefined;
    let gone = false;
    loadTurnstile(document)
      .then((turnstile) => {
        if (gone || !place.current) return;
        const id = turnstile.render(place.current, { sitekey: siteKey, action: TURNSTILE_ACTION, language });
        drawn = { turnstile, id };
      })
      .catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: the form still works as far as the Worker lets it
        console.error('Contact form:', error);
      });
    return () => {
      gone = true;
      drawn?.turnstile.remove(drawn.id);
    };
  }, [siteKey, language]);
  return <div ref={place} className={styles.wide} />;
}
