import type { Language } from '#shared/languages.ts';

/** Tells a reader of a page, in the browser’s language, that it exists in that language too. */
export const ownLanguageTexts: Readonly<
  Record<Exclude<Language, 'en'>, { readonly offer: string; readonly decline: string }>
> = {
  ru: { offer: 'Эта страница есть и на русском →', decline: 'Спасибо, не нужно' },
  bg: { offer: 'Тази страница я има и на български →', decline: 'Не, благодаря' },
};
