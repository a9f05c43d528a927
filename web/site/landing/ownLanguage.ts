import { isLocale, type Locale } from '#web/kit/i18n/index.ts';

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
