import buttons from '#web/kit/components/Button.module.css';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { apiSample } from './apiSample.ts';
import styles from './Integration.module.css';
import { WatchNow } from './WatchNow.tsx';

export function Integration() {
  const texts = useTexts().LL.landing.integration;
  const capabilities = [
    texts.notifications(),
    <PageLink key="analytics" page="analytics">
      {texts.analytics()}
    </PageLink>,
    <PageLink key="reports" page="report">
      {texts.reports()}
    </PageLink>,
    texts.areas(),
    <PageLink key="api" page="api">
      {texts.api()}
    </PageLink>,
    texts.custom(),
  ];
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.text()}>
      <div className={styles.columns}>
        <div>
          <CheckList items={capabilities} />
          <WatchNow />
          <PageLink page="contact" className={buttons.primary}>
            {texts.start()}
          </PageLink>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
        <figure className={styles.sample} tabIndex={0} aria-label={texts.sample()}>
          <pre>
            <code>{apiSample}</code>
          </pre>
        </figure>
      </div>
    </Section>
  );
}
