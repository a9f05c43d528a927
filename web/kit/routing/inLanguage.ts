import type { Locale } from '#web/kit/i18n/locales.ts';
import { bookPath, eventPath, type Place, pathOf } from './routes.ts';

/** Returns the address of a place in a language; that of the landing page if the place exists in none. */
export function inLanguage(place: Place, locale: Locale): string {
  if (place.page === 'root' || place.page === 'notFound') return pathOf('landing', locale);
  if (place.book) return bookPath(place.book, locale);
  return place.eventId === undefined ? pathOf(place.page, locale) : eventPath(place.eventId, locale);
}
