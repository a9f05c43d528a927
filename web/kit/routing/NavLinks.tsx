import type { ReactNode } from 'react';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from './PageLink.tsx';
import type { PublicPage, Route } from './routes.ts';

type NamedPage = readonly [page: PublicPage, name: string];

/** The tools, in the order of every list of them. Each tool has the same name everywhere. */
export function toolsOf({ head, tools }: Pick<Texts, 'head' | 'tools'>): readonly NamedPage[] {
  return [
    ['watch', head.watch.title()],
    ['analytics', tools.analytics()],
    ['fires', head.fires.title()],
    ['lookUp', head.lookUp.title()],
    ['report', tools.report()],
    ['proof', head.proof.title()],
    ['api', head.api.title()],
  ];
}

interface LinksProps {
  /** The current page, whose link is marked. */
  readonly page?: Route['page'];
  readonly className?: string | undefined;
  readonly onFollow?: () => void;
}

export function NavLinks(props: LinksProps) {
  const { LL } = useTexts();
  return (
    <PageLinks
      {...props}
      pages={[
        ['landing', LL.nav.main()],
        ['map', LL.nav.map()],
        ['sensors', LL.head.sensors.title()],
        ['contact', LL.head.contact.title()],
      ]}
    />
  );
}

export function ToolLinks(props: LinksProps) {
  return <PageLinks {...props} pages={toolsOf(useTexts().LL)} />;
}

/** The pages about the service itself. `before` comes first, `children` last. */
export function ServiceLinks({ before = [], ...props }: LinksProps & Partial<ServiceLinksProps>) {
  const { head } = useTexts().LL;
  const pages: readonly NamedPage[] = [
    ...before,
    ['places', head.places.title()],
    ['status', head.status.title()],
    ['dataNotice', head.dataNotice.title()],
    ['accessibility', head.accessibility.title()],
  ];
  return <PageLinks {...props} pages={pages} />;
}

interface ServiceLinksProps {
  readonly before: readonly NamedPage[];
  readonly children: ReactNode;
}

interface PageLinksProps extends LinksProps {
  readonly pages: readonly NamedPage[];
  /** Further items. */
  readonly children?: ReactNode;
}

export function PageLinks({ pages, page, className, onFollow, children }: PageLinksProps) {
  return (
    <ul className={className}>
      {pages.map(([target, text]) => (
        <li key={target}>
          <PageLink
            page={target}
            aria-current={page === target ? 'page' : undefined}
            {...(onFollow && { onClick: onFollow })}
          >
            {text}
          </PageLink>
        </li>
      ))}
      {children}
    </ul>
  );
}
