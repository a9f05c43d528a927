import type { Language } from '#shared/languages.ts';

/** For the page of others that the map stands in: its frame's title, and the name of the link below. */
export const embedTexts: Readonly<Record<Language, { readonly title: string; readonly map: string }>> = {
  en: { title: 'Live lightning map', map: 'Lightning map' },
  ru: { title: 'Карта молний в реальном времени', map: 'Карта молний' },
  bg: { title: 'Карта на мълниите в реално време', map: 'Карта на мълниите' },
};
