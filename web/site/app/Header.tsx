import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { languageNames } from '#shared/languages.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { LOCALES, useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks, ServiceLinks, ToolLinks, toolsOf } from '#web/kit/routing/NavLinks.tsx';
import { usePathname } from '#web/kit/routing/PageLink.tsx';
import { inLanguage, parsePath, type Route } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';
import { type OfferedLocale, offeredLocale } from './languageChoice.ts';

interface HeaderProps {
  readonly page: Route['page'];
}

/** Few visitors need it, so a failure to load is ignored. */
const LanguageOffer = lazy(() => import('./LanguageOffer.tsx').catch(() => ({ default: () => null })));

export function Header({ page }: HeaderProps) {
  const { LL } = useTexts();
  const [own, setOwn] = useState<OfferedLocale>();
  // Not while rendering, because prerendered HTML does not know the browser.
  useEffect(() => setOwn(offeredLocale()), []);
  return (
    <header className={styles.header} data-chrome>
      <div className={styles.headerRow}>
        <Link href="/" className={styles.headerLogo} aria-label={LL.nav.homeOf({ name: siteConfig.name })}>
          <Logo />
        </Link>
        <nav className={styles.headerWide} aria-label={LL.nav.label()}>
          <NavLinks page={page} className={styles.headerLinks} />
          <HeaderMenu name={LL.tools.title()} isCurrent={toolsOf(LL).some(([tool]) => tool === page)}>
            {(close) => <ToolLinks page={page} onFollow={close} />}
          </HeaderMenu>
        </nav>
        <LanguageMenu />
        <Drawer page={page} />
      </div>
      {own && (
        <Suspense>
          <LanguageOffer own={own} />
        </Suspense>
      )}
    </header>
  );
}

interface DrawerProps {
  readonly page: Route['page'];
}

/** A native modal dialog, so that focus stays inside and Escape closes it. */
function Drawer({ page }: DrawerProps) {
  const { LL } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <div className={styles.drawerNarrow}>
      <button
        type="button"
        className={styles.drawerButton}
        aria-label={LL.nav.openMenu()}
        aria-haspopup="dialog"
        aria-controls={id}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; from the keyboard Escape does the same */}
      <dialog
        id={id}
        ref={dialog}
        className={styles.drawer}
        aria-label={LL.nav.label()}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className={styles.inside}>
          <button type="button" className={styles.drawerButton} aria-label={LL.nav.closeMenu()} onClick={close}>
            <Icon name="close" />
          </button>
          <nav aria-label={LL.nav.label()}>
            <NavLinks page={page} className={styles.drawerLinks} onFollow={close} />
            <h2 className={styles.drawerHeading}>{LL.tools.title()}</h2>
            <ToolLinks page={page} className={styles.drawerLinks} onFollow={close} />
            <h2 className={styles.drawerHeading}>{LL.footer.service()}</h2>
            <ServiceLinks
              page={page}
              className={styles.drawerLinks}
              onFollow={close}
              before={[
                ['about', LL.footer.about()],
                ['privacy', LL.head.privacy.title()],
                ['terms', LL.head.terms.title()],
              ]}
            >
              <li>
                <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>
              </li>
            </ServiceLinks>
          </nav>
        </div>
      </dialog>
    </div>
  );
}

interface HeaderMenuProps {
  /** Label of the button. */
  readonly name: ReactNode;
  /** True if it contains the current page. */
  readonly isCurrent?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A native popover: works without scripts, is accessible, closes on Escape or a click outside. */
function HeaderMenu({ name, isCurrent = false, children }: HeaderMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <div className={styles.menu}>
      <button type="button" className={styles.menuButton} popoverTarget={id} data-current={isCurrent || undefined}>
        {name}
      </button>
      <div id={id} ref={list} popover="auto" className={styles.menuList}>
        {children(() => list.current?.hidePopover())}
      </div>
    </div>
  );
}

/** Links, so that they work without JavaScript, and without a page load with it. */
function LanguageMenu() {
  const { LL, locale, chooseLanguage } = useTexts();
  const pathname = usePathname();
  const name = (
    <>
      <Icon name="globe" />
      <span>{locale.toUpperCase()}</span>
      <span className="visually-hidden">{`${LL.nav.language()}: ${languageNames[locale]}`}</span>
    </>
  );
  return (
    <HeaderMenu name={name}>
      {(close) => (
        <ul>
          {LOCALES.map((other) => (
            <li key={other}>
              <a
                href={inLanguage(parsePath(pathname), other)}
                hrefLang={other}
                lang={other}
                aria-current={other === locale ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  chooseLanguage(other);
                }}
              >
                {languageNames[other]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </HeaderMenu>
  );
}
