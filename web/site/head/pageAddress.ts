import { DEFAULT_LOCALE, LOCALES, type Locale } from '#web/kit/i18n/locales.ts';
import { type PublicPage, pathOf, type Route } from '#web/kit/routing/routes.ts';

const ENGLISH_ONLY: readonly Route['page'][] = ['privacy', 'terms'];

export function localesOf(page: PublicPage): readonly Locale[] {
  return ENGLISH_ONLY.includes(page) ? [DEFAULT_LOCALE] : LOCALES;
}

/** The absolute address under which a page is indexed; undefined for one that should not be. */
export function canonicalOf({ page }: Route, locale: Locale, origin: string): string | undefined {
  if (page === 'notFound' || page === 'embed' || page === 'place') return undefined;
  if (page === 'root') return `${origin}/`;
  return origin + pathOf(page, localesOf(page).includes(locale) ? locale : DEFAULT_LOCALE);
}
