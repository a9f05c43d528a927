import { type ReactNode, use } from 'react';
import { Link } from 'wouter';
import { PrefetchContext } from './PrefetchContext.ts';
import type { PublicPage } from './routes.ts';
import { useHref } from './useHref.ts';

interface Props {
  page: PublicPage;
  className?: string | undefined;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a page of the site; the page starts to load when the link is hovered or focused. */
export function PageLink({ page, children, ...rest }: Props) {
  const href = useHref()(page);
  const prefetch = use(PrefetchContext);
  return (
    <Link href={href} onPointerEnter={() => prefetch(page)} onFocus={() => prefetch(page)} {...rest}>
      {children}
    </Link>
  );
}
