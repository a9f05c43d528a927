import { useEffect, useRef } from 'react';
import { TURNSTILE_ORIGIN, type TurnstileAction } from '#shared/http.ts';

interface TurnstileWidgetProps {
  readonly siteKey: string;
  readonly language: string;
  readonly action: TurnstileAction;
  readonly className?: string | undefined;
  readonly onToken?: (token: string) => void;
  readonly onFailed?: () => void;
}

/** Requests a proof from Turnstile; the widget also adds it to a form around it. */
export default function TurnstileWidget({
  siteKey,
  language,
  action,
  className,
  onToken,
  onFailed,
}: TurnstileWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const reported = useRef({ onToken, onFailed });
  useEffect(() => {
    reported.current = { onToken, onFailed };
  });
  useEffect(() => {
    let rendered: { readonly turnstile: Turnstile; readonly id: string } | undefined;
    let unmounted = false;
    loadTurnstile(document)
      .then((turnstile) => {
        if (unmounted || !place.current) return;
        const id = turnstile.render(place.current, {
          sitekey: siteKey,
          action,
          language,
          callback: (token) => reported.current.onToken?.(token),
          'error-callback': () => reported.current.onFailed?.(),
        });
        rendered = { turnstile, id };
      })
      .catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: the page still works as far as the Worker lets it
        console.error('Turnstile:', error);
        if (!unmounted) reported.current.onFailed?.();
      });
    return () => {
      unmounted = true;
      rendered?.turnstile.remove(rendered.id);
    };
  }, [siteKey, action, language]);
  return <div ref={place} className={className} />;
}

/** The part of Turnstile's interface that the site uses. */
export interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly action: string;
      readonly language: string;
      readonly callback?: (token: string) => void;
      readonly 'error-callback'?: () => void;
    },
  ): string;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    readonly turnstile?: Turnstile;
  }
}

const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js?render=explicit`;

let loading: Promise<Turnstile> | undefined;

/** Loads Turnstile once. Rejects if its script does not load; the next call then tries again. */
function loadTurnstile(page: Document): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = page.createElement('script');
    script.src = SCRIPT;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('Turnstile is not there')));
    script.onerror = () => {
      loading = undefined;
      reject(new Error('Turnstile did not load'));
    };
    page.head.append(script);
  });
  return loading;
}
