import { DEFAULT_LOCALE, LOCALES, type Locale } from '#web/kit/i18n/locales.ts';
import type { Texts } from '#web/kit/i18n/texts.ts';
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

/** All titles except the landing page's end with the name of the site. */
export function pageTitle(page: Route['page'], LL: Texts, siteName: string): string {
  if (page === 'landing' || page === 'root') return LL.head.landing.title();
  return `${LL.head[page].title()} · ${siteName}`;
}

/** Updates the document's head. Crawlers read the prerendered head, which is more complete. */
export function applyHead(
  document: Document,
  head: { readonly title: string; readonly canonical: string | undefined },
  locale: string,
): void {
  document.documentElement.lang = locale;
  document.title = head.title;
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', head.canonical ?? document.location.href);
}
