import type { Texts } from '#web/kit/i18n/texts.ts';
import type { Route } from '#web/kit/routing/routes.ts';

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
