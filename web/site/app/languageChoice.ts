import { localStore } from '#web/kit/browser/browserStore.ts';
import { type Locale, preferredLocale } from '#web/kit/i18n/index.ts';
import { CHOSEN_KEY } from './setUp.ts';

/** Whoever chose or declined once is not asked again. */
export function rememberChoice(): void {
  localStore.setItem(CHOSEN_KEY, '1');
}

/** Many browsers here are in English without a wish for it. */
export type OfferedLocale = Exclude<Locale, 'en'>;

/** The language of the browser, if it is to be offered. */
export function offeredLocale(): OfferedLocale | undefined {
  const own = localStore.getItem(CHOSEN_KEY) === null ? preferredLocale(navigator.languages) : undefined;
  return own === 'en' ? undefined : own;
}
