import { Link } from 'wouter';
import type { apiPaths } from '#shared/wire/apiPaths.ts';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import buttons from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink, useHref } from '#web/kit/routing/PageLink.tsx';
import styles from './Landing.module.css';

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

function WatchNow() {
  const texts = useTexts().LL.landing.watchNow;
  const map = useHref()('map');
  return (
    <p className={styles.watch}>
      {texts.text()} <Link href={`${map}?watch`}>{texts.link()}</Link>
    </p>
  );
}

const LIVE_PATH: typeof apiPaths.live = '/api/v1/live';

const apiSample = `GET ${LIVE_PATH}?bbox=22.8,42.3,23.9,43.0

event: hello
data: {"protocol":1,"source":"live", …}

event: strikes
id: 48213
data: {"seq":48213,"strikes":[
  ["…", 42.6518, 23.2861, 1750939201422, 48213]
]}

event: hb
data: {"feed":{"state":"live", …}}`;
