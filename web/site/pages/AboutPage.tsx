import buttons from '#web/kit/components/components.module.css';
import { CardGrid, PageIntro, Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { builtSources, namedParties } from '#web/kit/settings/namedParties.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { Behind, LimitsOfData } from '#web/site/about/Behind.tsx';
import locate from '#web/site/art/locate.svg';
import styles from '../../kit/components/pages.module.css';

export default function AboutPage() {
  const texts = useTexts().LL.about;
  const { what, how, volunteer } = texts;
  return (
    <>
      <PageIntro title={texts.title()} lead={texts.lead()} />
      <Section title={what.title()} layout="beside">
        <p className={styles.aboutText}>{what.text()}</p>
        <PageLink page="sensors">{what.link()}</PageLink>
      </Section>
      <Section title={how.title()} lead={how.lead()} tone="tint">
        <div className={styles.how}>
          {/* The picture shows ground sensors. */}
          {!builtSources.isSeen && <img src={locate} alt={how.picture()} width="720" height="420" loading="lazy" />}
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
        <p className={styles.aboutText}>{volunteer.text()}</p>
        <p className={buttons.buttonRow}>
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
