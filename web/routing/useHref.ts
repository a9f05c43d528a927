import { useLocation } from 'wouter';
import { useTexts } from '#web/i18n/index.ts';
import { type PublicPage, parsePath, pathOf } from './routes.ts';

/** Addresses of pages as seen from here: an address that names its language links to others that do. */
export function useHref(): (page: PublicPage) => string {
  const [pathname] = useLocation();
  const { locale } = useTexts();
  const named = parsePath(pathname).locale;
  return (page) => pathOf(page, page === 'landing' ? locale : named && locale);
}
