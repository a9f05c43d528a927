import { Link } from 'wouter';
import type { apiPaths } from '#shared/wire/apiPaths.ts';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import buttons from '#web/kit/components/components.module.css';
import { Icon } from '#web/kit/components/Icon.tsx';
import { Section } from '#web/kit/components/Page.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink, useHref } from '#web/kit/routing/PageLink.tsx';
import type { NamedParties } from '#web/kit/settings/namedParties.ts';
import { PartyName } from '#web/site/about/PartyName.tsx';
import forest from '#web/site/art/forest.svg';
import mast from '#web/site/art/mast.svg';
import styles from './Landing.module.css';

interface PartnersProps {
  readonly parties: NamedParties;
}

/** A hosting provider and a fire brigade: by name if configured, else by role. */
export function Partners({ parties }: PartnersProps) {
  const texts = useTexts().LL.landing.partners;
  const { hosting, fire } = parties;
  const partners = [
    ['server', hosting, texts.hosting(), texts.hostingText()],
    ['flame', fire, texts.fire(), texts.fireText()],
  ] as const;
  return (
    <section className={styles.strip} aria-labelledby="partners">
      <div className={styles.partnersRow}>
        <h2 id="partners">{texts.title()}</h2>
        {partners.map(([icon, party, role, text]) => (
          <p key={icon}>
            <Icon name={icon} size={28} />
            <span>
              <b>{party.name === '' ? role : <PartyName {...party} />}</b> {text}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}

export function Testimonials() {
  const texts = useTexts().LL.landing.testimonials;
  const roles = [
    ['flame', texts.fire(), texts.fireText()],
    ['pylon', texts.grid(), texts.gridText()],
    ['mountain', texts.guide(), texts.guideText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.note()} layout="beside">
      <RevealList stagger={200} sideways className={styles.roles}>
        {roles.map(([icon, role, text]) => (
          <li key={role}>
            <Icon name={icon} size={32} />
            <div>
              <h3>{role}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </RevealList>
    </Section>
  );
}

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

export function SensorTeaser() {
  const texts = useTexts().LL.landing.sensorSection;
  return (
    <Split
      tone="night"
      side="left"
      image={{ src: mast, alt: '', width: 560, height: 480 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.text()}
    >
      <PageLink page="sensors" className={buttons.onNight}>
        {texts.link()}
      </PageLink>
    </Split>
  );
}

export function Volunteer() {
  const { LL } = useTexts();
  const texts = LL.landing.volunteer;
  return (
    <Split
      tone="tint"
      side="right"
      image={{ src: forest, alt: '', width: 560, height: 360 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.text()}
    >
      <p className={buttons.buttonRow}>
        <PageLink page="map" className={buttons.primary}>
          {texts.demo()}
        </PageLink>
        <PageLink page="lookUp" className={buttons.secondary}>
          {LL.head.lookUp.title()}
        </PageLink>
        <PageLink page="about" className={buttons.secondary}>
          {texts.about()}
        </PageLink>
      </p>
    </Split>
  );
}

export function Closing() {
  const texts = useTexts().LL.landing.closing;
  return (
    <section className={styles.closing}>
      <div>
        <h2>{texts.title()}</h2>
        <p>{texts.text()}</p>
        <PageLink page="contact" className={buttons.primary}>
          {texts.link()}
        </PageLink>
      </div>
    </section>
  );
}
