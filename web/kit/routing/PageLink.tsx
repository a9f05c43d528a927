import { createContext, type ReactNode, use } from 'react';
import { Link } from 'wouter';
import type { PublicPage } from './routes.ts';
import { useHref } from './useHref.ts';

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
