import { useTexts } from '#web/kit/i18n/index.ts';
import { type PublicPage, parsePath, pathOf } from './routes.ts';
import { usePathname } from './usePathname.ts';

/** Returns a function for the addresses of pages: they name the language if the current address does. */
export function useHref(): (page: PublicPage) => string {
  const pathname = usePathname();
  const { locale } = useTexts();
  const named = parsePath(pathname).locale;
  return (page) => pathOf(page, page === 'landing' ? locale : named && locale);
}
