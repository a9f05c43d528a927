import { createContext, type ReactNode, use } from 'react';
import { Link, useRouter } from 'wouter';
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

/** Prefetches a page that will probably be visited next. */
export const PrefetchContext = createContext<(page: PublicPage) => void>(() => undefined);

interface PageLinkProps {
  readonly page: PublicPage;
  /** Query and fragment. */
  readonly detail?: string;
  readonly className?: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function PageLink({ page, detail = '', children, ...rest }: PageLinkProps) {
  const href = useHref()(page);
  const prefetch = use(PrefetchContext);
  return (
    <Link href={href + detail} onPointerEnter={() => prefetch(page)} onFocus={() => prefetch(page)} {...rest}>
      {children}
    </Link>
  );
}
