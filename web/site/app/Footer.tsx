import { systemClock } from '#shared/Clock.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLinks, ServiceLinks, ToolLinks } from '#web/kit/routing/NavLinks.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Layout.module.css';
import { Logo } from './Logo.tsx';

export function Footer() {
  const { LL } = useTexts();
  const year = useYear();
  const email = siteConfig.email;
  const [before = '', after = ''] = LL.footer.email({ email }).split(email);
  return (
    <footer className={styles.footer} data-chrome>
      <div className={styles.columns}>
        <div className={styles.blurb}>
          <Logo />
          <p>{LL.footer.blurb()}</p>
          <p>
            {before}
            <a href={`mailto:${email}`}>{email}</a>
            {after}
          </p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links">{LL.footer.quickLinks()}</h2>
          <PageLinks
            pages={[
              ['map', LL.nav.map()],
              ['about', LL.footer.about()],
              ['contact', LL.head.contact.title()],
              ['privacy', LL.head.privacy.title()],
              ['terms', LL.head.terms.title()],
            ]}
          />
        </nav>
        <nav aria-labelledby="footer-tools">
          <h2 id="footer-tools">{LL.tools.title()}</h2>
          <ToolLinks />
        </nav>
        <nav aria-labelledby="footer-service">
          <h2 id="footer-service">{LL.footer.service()}</h2>
          <ServiceLinks>
            <li>
              <a href="/licences.txt">{LL.footer.licences()}</a>
            </li>
          </ServiceLinks>
        </nav>
      </div>
      <p className={styles.copyright}>{LL.footer.copyright({ year, name: siteConfig.name })}</p>
    </footer>
  );
}

/** The current year; until hydration the year of the build, as in prerendered HTML. */
function useYear(): string {
  const built: string = import.meta.env.BUILD_YEAR;
  return useHydrated() ? String(new Date(systemClock.now()).getUTCFullYear()) : built;
}
