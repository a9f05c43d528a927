import { LANGUAGES } from '#shared/languages.ts';
import type { Locales } from '#texts/made/i18n-types.ts';

export type Locale = Locales;

export const LOCALES = LANGUAGES satisfies readonly Locale[];

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language's name in that language, which is the one its speakers look for. */
export const localeNames: Record<Locale, string> = { en: 'English', ru: 'Русский', bg: 'Български' };

export function isLocale(text: string | null | undefined): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
