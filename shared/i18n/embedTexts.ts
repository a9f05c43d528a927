import type { Language } from '#shared/languages.ts';

/** The title of the embedded map's frame, and the text of the link below it. */
export const embedTexts: Readonly<Record<Language, { readonly title: string; readonly map: string }>> = {
  en: { title: 'Live lightning map', map: 'Lightning map' },
  ru: { title: 'Карта молний в реальном времени', map: 'Карта молний' },
  bg: { title: 'Карта на мълниите в реално време', map: 'Карта на мълниите' },
};
