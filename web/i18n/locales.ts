import { LANGUAGES } from '#shared/languages.ts';
import type { Locales } from './i18n-types.ts';

export type Locale = Locales;

export const LOCALES = LANGUAGES satisfies readonly Locale[];

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language's name in that language, which is the one its speakers look for. */
export const localeNames: Record<Locale, string> = { en: 'English', ru: 'Русский', bg: 'Български' };

export function isLocale(text: string | null | undefined): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** What tells a reader of the English page that it exists in their language too. */
export const seenInOwnLanguage: Record<Locale, string> = {
  en: 'This page is also in English →',
  ru: 'Эта страница есть и на русском →',
  bg: 'Тази страница я има и на български →',
};

/** Returns the first of the browser's languages (`bg-BG`, `ru`) that the site speaks. */
export function preferredLocale(languages: readonly string[]): Locale | undefined {
  return languages.map((language) => language.toLowerCase().split('-')[0]).find(isLocale);
}
