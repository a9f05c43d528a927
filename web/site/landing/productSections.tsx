import { useEffect, useRef, useState } from 'react';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import buttons from '#web/kit/components/components.module.css';
import { Section, TitledList } from '#web/kit/components/Page.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Split } from '#web/kit/components/Split.tsx';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { toolsOf } from '#web/kit/routing/NavLinks.tsx';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import type { PublicPage } from '#web/kit/routing/routes.ts';
import filter from '#web/site/art/feature-filter.svg';
import location from '#web/site/art/feature-location.svg';
import map from '#web/site/art/feature-map.svg';
import theme from '#web/site/art/feature-theme.svg';
import phone from '#web/site/art/phone.svg';
import styles from './Landing.module.css';
import { MeasuredLine, useMeasuredClaims } from './Measured.tsx';
import analytics from './tools/analytics.webp';
import api from './tools/api.webp';
import lookUp from './tools/lookUp.webp';
import report from './tools/report.webp';
import verification from './tools/verification.webp';
import watch from './tools/watch.webp';

/** `phone-en.webp` and so on; created by `npm run tools -- landing-pictures`. */
const files = import.meta.glob<string>('./real/*.webp', { eager: true, import: 'default', query: '?url' });

const PHONE = { width: 390, height: 780 };
const WALL = { width: 960, height: 540 };

/** Screenshots of the product, including one without data. */
export function RealPictures() {
  const { LL, locale } = useTexts();
  const texts = LL.landing.pictures;
  const pictures = [
    ['phone', texts.phone(), PHONE],
    ['wall', texts.wall(), WALL],
    ['alert', texts.alert(), PHONE],
  ] as const;
  return (
    <Section title={texts.title()} lead={texts.note()} tone="tint">
      <RevealList stagger={150} sideways className={styles.pictures}>
        {pictures.map(([name, texts, size]) => (
          <li key={name} className={styles[name]}>
            <img src={files[`./real/${name}-${locale}.webp`]} alt={texts} {...size} loading="lazy" />
            <p aria-hidden="true">{texts}</p>
          </li>
        ))}
      </RevealList>
      <div className={styles.dies}>
        <h3>{texts.dies()}</h3>
        <p>{texts.diesText()}</p>
      </div>
    </Section>
  );
}

/** Screenshots of the tools on a simulated day; created by `tests/site/pictures.ts`. */
const pictures: Partial<Record<PublicPage, string>> = { watch, analytics, lookUp, report, proof: verification, api };

type ToolTexts = Partial<Record<PublicPage, () => string>>;

/** The tools other than the map. */
export function ToolBand() {
  const { LL } = useTexts();
  const pictured = toolsOf(LL).filter(([page]) => page in pictures);
  const { note, ...texts }: Texts['landing']['toolBand'] & ToolTexts = LL.landing.toolBand;
  return (
    <Section title={LL.tools.title()}>
      <RevealList stagger={150} sideways className={styles.tiles}>
        {pictured.map(([page, name]) => (
          <li key={page}>
            <PageLink page={page}>
              <img src={pictures[page]} alt="" width="560" height="350" loading="lazy" />
              <b>{name}</b>
            </PageLink>
            <p>{texts[page]?.()}</p>
          </li>
        ))}
      </RevealList>
      <p className={styles.toolBandNote}>{note()}</p>
    </Section>
  );
}

export function Features() {
  const texts = useTexts().LL.landing.features;
  const cards = [
    [map, texts.map(), texts.mapText()],
    [filter, texts.filter(), texts.filterText()],
    [location, texts.location(), texts.locationText()],
    [theme, texts.theme(), texts.themeText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} tone="tint">
      <RevealList stagger={150} sideways className={styles.cards}>
        {cards.map(([image, title, text]) => (
          <li key={title}>
            <img src={image} alt="" width="320" height="180" loading="lazy" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </RevealList>
    </Section>
  );
}

export function Benefits() {
  const { LL } = useTexts();
  const texts = LL.landing.benefits;
  const section = useRef<HTMLParagraphElement>(null);
  const claims = useMeasuredClaims(section);
  const benefits = [
    [texts.reliability(), texts.reliabilityFigure(), texts.reliabilityText(), 'uptime'],
    [texts.accuracy(), texts.accuracyFigure(), texts.accuracyText(), undefined],
    [texts.scalability(), texts.scalabilityFigure(), texts.scalabilityText(), 'eventsADay'],
    [texts.support(), texts.supportFigure(), texts.supportText(), undefined],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} tone="night">
      <RevealList stagger={200} sideways className={styles.benefits}>
        {benefits.map(([title, figure, text, measured]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              <b>{figure}</b> {text}
            </p>
            {measured && <MeasuredLine claims={claims} of={measured} />}
          </li>
        ))}
      </RevealList>
      <p ref={section} className={styles.measured}>
        {texts.measured()} <PageLink page="proof">{LL.head.proof.title()}</PageLink>
      </p>
    </Section>
  );
}

export function Processing() {
  const texts = useTexts().LL.landing.processing;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} layout="beside">
      <TitledList
        ordered
        sideways
        stagger={200}
        className={styles.processingSteps}
        items={[
          [texts.collect(), texts.collectText()],
          [texts.check(), texts.checkText()],
          [texts.deliver(), texts.deliverText()],
        ]}
      />
    </Section>
  );
}

export function MobileApp() {
  const texts = useTexts().LL.landing.app;
  return (
    <Split
      id="mobile-app"
      tone="tint"
      side="left"
      image={{ src: phone, alt: texts.picture(), width: 300, height: 560 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.lead()}
    >
      <div className={styles.mobileAppWords}>
        <CheckList items={[texts.alerts(), texts.filter(), texts.radius(), texts.forecast(), texts.offline()]} />
        <p className={buttons.buttonRow}>
          <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
            {texts.ios()}
          </button>
          <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
            {texts.android()}
          </button>
        </p>
        <p id="app-soon" className={styles.soon}>
          {texts.soon()}
        </p>
        <Install />
      </div>
    </Split>
  );
}

/** Non-standard Chromium event: the site can be installed, and `prompt` asks the user. Not sent to an installed app. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How to install the site, with a button if the browser supports it. */
function Install() {
  const texts = useTexts().LL.landing.app;
  const [event, setEvent] = useState<InstallEvent>();
  useEffect(() => {
    const hear = (offered: Event) => setEvent(offered as InstallEvent);
    window.addEventListener('beforeinstallprompt', hear);
    return () => window.removeEventListener('beforeinstallprompt', hear);
  }, []);
  const install = () => {
    // It asks once for each event; a refusal is not an error.
    event?.prompt().catch(() => undefined);
    setEvent(undefined);
  };
  return (
    <div className={styles.install}>
      <p>{texts.now()}</p>
      <details className={styles.how}>
        <summary>{texts.how()}</summary>
        <CheckList items={[texts.onIos(), texts.onAndroid()]} />
      </details>
      {event && (
        <p className={buttons.buttonRow}>
          <button type="button" className={buttons.primary} onClick={install}>
            {texts.install()}
          </button>
        </p>
      )}
    </div>
  );
}
