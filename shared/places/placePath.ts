import type { Language } from '#shared/languages.ts';

/** URL path of a town's or peak's page, rendered by the Worker. Separate from the table of places, which is large. */
export function placePath(slug: string, language: Language): string {
  return `/${language}/place/${slug}`;
}
