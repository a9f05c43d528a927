import type { Locales } from '#shared/i18n/i18n-types.ts';
import { LANGUAGES, type Language } from '#shared/languages.ts';

export type Locale = Language;

export const LOCALES = LANGUAGES satisfies readonly Locales[];

export const DEFAULT_LOCALE: Locale = 'en';

export function isLocale(text: string | null | undefined): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** Returns the first of the browser's languages (`bg-BG`, `ru`) that the site has. */
export function preferredLocale(languages: readonly string[]): Locale | undefined {
  return languages.map((language) => language.toLowerCase().split('-')[0]).find(isLocale);
}
