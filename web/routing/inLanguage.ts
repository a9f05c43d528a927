import type { Locale } from '#web/i18n/locales.ts';
import { eventPath, type Place, pathOf } from './routes.ts';

/** Address of a place in a language. What exists in none leads to the landing page. */
export function inLanguage(place: Place, locale: Locale): string {
  if (place.page === 'root' || place.page === 'notFound') return pathOf('landing', locale);
  return place.eventId === undefined ? pathOf(place.page, locale) : eventPath(place.eventId, locale);
}
