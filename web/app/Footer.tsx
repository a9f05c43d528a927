import { systemClock } from '#shared/time/Clock.ts';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { useTexts } from '#web/i18n/index.ts';
import { PageLink } from '#web/routing/PageLink.tsx';
import { siteConfig } from '#web/settings/siteConfig.ts';
import styles from './Footer.module.css';
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
          <ul>
            <li>
              <PageLink page="map">{LL.footer.map()}</PageLink>
            </li>
            <li>
              <PageLink page="watch">{LL.head.watch.title()}</PageLink>
            </li>
            <li>
              <PageLink page="about">{LL.footer.about()}</PageLink>
            </li>
            <li>
              <PageLink page="contact">{LL.footer.contact()}</PageLink>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-legal">
          <h2 id="footer-legal">{LL.footer.legal()}</h2>
          <ul>
            <li>
              <PageLink page="privacy">{LL.footer.privacy()}</PageLink>
            </li>
            <li>
              <PageLink page="terms">{LL.footer.terms()}</PageLink>
            </li>
            <li>
              <a href="/licences.txt">{LL.footer.licences()}</a>
            </li>
          </ul>
        </nav>
      </div>
      <p className={styles.copyright}>{LL.footer.copyright({ year, name: siteConfig.name })}</p>
    </footer>
  );
}

/** Returns the current year; until hydration that of the build, as in prerendered HTML. */
function useYear(): string {
  const built: string = import.meta.env.BUILD_YEAR;
  return useHydrated() ? String(new Date(systemClock.now()).getUTCFullYear()) : built;
}
