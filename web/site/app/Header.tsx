import { Link } from 'wouter';
import { useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks } from '#web/kit/routing/NavLinks.tsx';
import type { Place } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { Drawer } from './Drawer.tsx';
import styles from './Header.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Logo } from './Logo.tsx';

interface HeaderProps {
  readonly page: Place['page'];
}

export function Header({ page }: HeaderProps) {
  const { LL } = useTexts();
  return (
    <header className={styles.header} data-chrome>
      <div className={styles.row} data-page={page}>
        <Link href="/" className={styles.logo} aria-label={LL.nav.homeOf({ name: siteConfig.name })}>
          <Logo />
        </Link>
        <nav className={styles.wide} aria-label={LL.nav.label()}>
          <NavLinks page={page} className={styles.links} />
        </nav>
        <LanguageMenu />
        <Drawer page={page} />
      </div>
    </header>
  );
}
