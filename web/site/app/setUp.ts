import { DEFAULT_LOCALE, isLocale, type Locale } from '#web/kit/i18n/locales.ts';
import type { Route } from '#web/kit/routing/routes.ts';

export const LANGUAGE_KEY = 'language';
export const THEME_KEY = 'theme';
/** Separate from the language's own key, which the first visit writes without asking. */
export const CHOSEN_KEY = 'language.chosen';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Stores the theme, light at the start, and returns the language: the address's, else the stored one, else English. A
 * shared link is shown in its own language and does not replace a language that the visitor chose.
 */
export function setUp(store: Store, route: Route): Locale {
  store.setItem(THEME_KEY, 'light');
  const stored = store.getItem(LANGUAGE_KEY);
  const locale = route.locale ?? (isLocale(stored) ? stored : DEFAULT_LOCALE);
  if (!isLocale(stored) || store.getItem(CHOSEN_KEY) === null) store.setItem(LANGUAGE_KEY, locale);
  return locale;
}
