import { useEffect, useRef } from 'react';
import type { TurnstileAction } from '#shared/contact/turnstile.ts';
import { loadTurnstile, type Turnstile } from './loadTurnstile.ts';

interface TurnstileWidgetProps {
  readonly siteKey: string;
  readonly language: string;
  readonly action: TurnstileAction;
  readonly className?: string | undefined;
  /** Called with the proof. */
  readonly onProof?: (token: string) => void;
  /** Called if there will be none. */
  readonly onFailed?: () => void;
}

/** Asks Turnstile for proof that a person is there; the widget also adds it to a form around it. */
export default function TurnstileWidget({
  siteKey,
  language,
  action,
  className,
  onProof,
  onFailed,
}: TurnstileWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef({ onProof, onFailed });
  useEffect(() => {
    told.current = { onProof, onFailed };
  });
  useEffect(() => {
    let drawn: { readonly turnstile: Turnstile; readonly id: string } | undefined;
    let gone = false;
    loadTurnstile(document)
      .then((turnstile) => {
        if (gone || !place.current) return;
        const id = turnstile.render(place.current, {
          sitekey: siteKey,
          action,
          language,
          callback: (token) => told.current.onProof?.(token),
          'error-callback': () => told.current.onFailed?.(),
        });
        drawn = { turnstile, id };
      })
      .catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: the page still works as far as the Worker lets it
        console.error('Turnstile:', error);
        if (!gone) told.current.onFailed?.();
      });
    return () => {
      gone = true;
      drawn?.turnstile.remove(drawn.id);
    };
  }, [siteKey, action, language]);
  return <div ref={place} className={className} />;
}
