import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTexts } from '#web/i18n/index.ts';
import { loadPage } from './pages.ts';
import type { PublicPage } from './routes.ts';
import { useHref } from './useHref.ts';

interface Props {
  page: PublicPage;
  /** With `#`. */
  hash?: string;
  className?: string | undefined;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a page of the site; the page starts to load when the pointer or the focus comes near. */
export function PageLink({ page, hash = '', children, ...rest }: Props) {
  const { locale } = useTexts();
  const href = useHref()(page) + hash;
  const prefetch = () => {
    // A failure is no news yet: it is shown if the visitor really goes there.
    loadPage(page, locale).catch(() => undefined);
  };
  return (
    <Link href={href} onPointerEnter={prefetch} onFocus={prefetch} {...rest}>
      {children}
    </Link>
  );
}
