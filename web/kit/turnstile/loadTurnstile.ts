import { TURNSTILE_ORIGIN } from '#shared/contact/turnstile.ts';

/** The part of Turnstile's interface that the site uses. */
export interface Turnstile {
  /** Draws a widget into `element` and returns its id. */
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly action: string;
      readonly language: string;
      /** Called with the proof. */
      readonly callback?: (token: string) => void;
      /** Called if there will be none. */
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
export function loadTurnstile(page: Document): Promise<Turnstile> {
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
