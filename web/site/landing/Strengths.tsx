import { useRef } from 'react';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { TitledList } from '#web/kit/components/TitledList.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import filter from '#web/site/art/feature-filter.svg';
import location from '#web/site/art/feature-location.svg';
import map from '#web/site/art/feature-map.svg';
import theme from '#web/site/art/feature-theme.svg';
import styles from './Landing.module.css';
import { MeasuredLine, useMeasuredClaims } from './Measured.tsx';

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
