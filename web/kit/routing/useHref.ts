import { useRouter } from 'wouter';
import { usePathname as useBrowserPathname } from 'wouter/use-browser-location';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type PublicPage, parsePath, pathOf } from './routes.ts';

/** Returns a function for the addresses of pages, with the language if the current address has one. */
export function useHref(): (page: PublicPage) => string {
  const pathname = usePathname();
  const { locale } = useTexts();
  const named = parsePath(pathname).locale;
  return (page) => pathOf(page, page === 'landing' ? locale : named && locale);
}

/** The raw path of the address. wouter's `useLocation` decodes it, so ids would be decoded twice. */
export function usePathname(): string {
  const { ssrPath } = useRouter();
  return useBrowserPathname(ssrPath === undefined ? {} : { ssrPath });
}
