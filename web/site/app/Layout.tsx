import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Route } from '#web/kit/routing/routes.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';

interface LayoutProps {
  readonly route: Route;
  readonly pending: boolean;
  readonly children: ReactNode;
}

/** `data-chrome` parts are hidden while the document element has `data-wall`. */
export function Layout({ route, pending, children }: LayoutProps) {
  const { LL } = useTexts();
  const main = useRef<HTMLElement>(null);
  useArrival(route, main);
  if (route.page === 'embed') return <main id="main">{children}</main>;
  return (
    <>
      <a className={styles.skip} href="#main" data-chrome>
        {LL.nav.skip()}
      </a>
      <Header page={route.page} />
      <div className={styles.progress} data-pending={pending} role="status">
        {pending && <span className="visually-hidden">{LL.nav.loading()}</span>}
      </div>
      <main id="main" ref={main} tabIndex={-1} className={styles.layoutMain}>
        {children}
      </main>
      {/* On a phone the map's page ends with the map: the menu has the footer's links. */}
      <div className={isToolPage(route.page) ? styles.besideMap : undefined}>
        <Footer />
      </div>
    </>
  );
}

/**
 * After navigation to another page, moves scroll position and focus to its top, or scrolls to the hash's target.
 * Between tools the map stays where it is, and the focus moves to the heading.
 */
function useArrival({ page }: Route, main: React.RefObject<HTMLElement | null>): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    const stays = isToolPage(last.current) && isToolPage(page);
    last.current = page;
    if (stays) return focusHeading(main.current);
    const target = document.getElementById(window.location.hash.slice(1));
    if (target) {
      target.scrollIntoView();
      return;
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    main.current?.focus({ preventScroll: true });
  }, [page, main]);
}

function focusHeading(main: HTMLElement | null): void {
  const heading = main?.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
