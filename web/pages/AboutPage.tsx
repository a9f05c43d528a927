import { Behind } from '#web/about/Behind.tsx';
import { LimitsOfData } from '#web/about/LimitsOfData.tsx';
import locate from '#web/art/locate.svg';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import { CardGrid } from '#web/kit/CardGrid.tsx';
import { PageIntro } from '#web/kit/PageIntro.tsx';
import { Section } from '#web/kit/Section.tsx';
import { PageLink } from '#web/routing/PageLink.tsx';
import { namedParties } from '#web/settings/namedParties.ts';
import { siteConfig } from '#web/settings/siteConfig.ts';
import styles from './AboutPage.module.css';

export default function AboutPage() {
  const texts = useTexts().LL.about;
  const { what, how, volunteer } = texts;
  return (
    <>
      <PageIntro title={texts.title()} lead={texts.lead()} />
      <Section title={what.title()} layout="beside">
        <p className={styles.text}>{what.text()}</p>
        <PageLink page="sensors">{what.link()}</PageLink>
      </Section>
      <Section title={how.title()} lead={how.lead()} tone="tint">
        <div className={styles.how}>
          <img src={locate} alt={how.picture()} width="720" height="420" loading="lazy" />
          <CardGrid
            columns={2}
            stagger={200}
            cards={[
              ['bolt', how.pulse(), how.pulseText()],
              ['ruler', how.arrival(), how.arrivalText()],
              ['pin', how.crossing(), how.crossingText()],
              ['clock', how.delay(), how.delayText()],
            ]}
          />
        </div>
      </Section>
      <Section title={texts.limits.title()}>
        <LimitsOfData />
      </Section>
      <Behind operator={siteConfig.privacy.controller} parties={namedParties} />
      <Section title={volunteer.title()} layout="beside">
        <p className={styles.text}>{volunteer.text()}</p>
        <p className={buttons.row}>
          <PageLink page="map" className={buttons.primary}>
            {volunteer.map()}
          </PageLink>
          <PageLink page="contact" className={buttons.secondary}>
            {volunteer.contact()}
          </PageLink>
        </p>
      </Section>
    </>
  );
}
