import type { Language } from '#shared/languages.ts';

/** The page of a town or peak, which the Worker fills. Apart from the table of places, which is large. */
export function placePath(slug: string, language: Language): string {
  return `/${language}/place/${slug}`;
}
