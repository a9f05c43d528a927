import type { Language } from '#shared/languages.ts';

/** Tells a reader of the English page, in the browser’s language, that it exists in that language too. */
export const ownLanguageTexts: Readonly<Record<Language, string>> = {
  en: 'This page is also in English →',
  ru: 'Эта страница есть и на русском →',
  bg: 'Тази страница я има и на български →',
};
