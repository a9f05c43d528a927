import buttons from '#web/kit/components/components.module.css';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import forest from '#web/site/art/forest.svg';
import mast from '#web/site/art/mast.svg';
import styles from './Landing.module.css';

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
