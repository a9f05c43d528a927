import type { Texts } from '#web/kit/i18n/texts.ts';
import type { Place } from '#web/kit/routing/routes.ts';

/** The title of a page; all but the landing page's end with the name of the site. */
export function pageTitle(page: Place['page'], LL: Texts, siteName: string): string {
  if (page === 'landing' || page === 'root') return LL.head.landing.title();
  return `${LL.head[page].title()} · ${siteName}`;
}
