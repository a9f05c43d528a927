import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from './PageLink.tsx';
import type { Route } from './routes.ts';

interface NavLinksProps {
  readonly page: Route['page'];
  readonly className?: string | undefined;
  readonly onFollow?: () => void;
}

export function NavLinks({ page, className, onFollow }: NavLinksProps) {
  const { LL } = useTexts();
  const links = [
    ['landing', LL.nav.main()],
    ['map', LL.nav.map()],
    ['sensors', LL.head.sensors.title()],
    ['contact', LL.head.contact.title()],
  ] as const;
  return (
    <ul className={className}>
      {links.map(([target, text]) => (
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
    </ul>
  );
}
