import { localStore } from '#web/kit/browser/browserStore.ts';
import { type Locale, preferredLocale } from '#web/kit/i18n/index.ts';
import { CHOSEN_KEY } from './setUp.ts';

/** Stops the offer after the visitor has chosen or declined once. */
export function rememberChoice(): void {
  localStore.setItem(CHOSEN_KEY, '1');
}

/** Many browsers here are set to English by default. */
export type OfferedLocale = Exclude<Locale, 'en'>;

/** The language of the browser, if it should be offered. */
export function offeredLocale(): OfferedLocale | undefined {
  const own = localStore.getItem(CHOSEN_KEY) === null ? preferredLocale(navigator.languages) : undefined;
  return own === 'en' ? undefined : own;
}
