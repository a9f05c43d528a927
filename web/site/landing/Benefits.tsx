import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Benefits.module.css';

export function Benefits() {
  const { LL } = useTexts();
  const texts = LL.landing.benefits;
  const benefits = [
    [texts.reliability(), texts.reliabilityFigure(), texts.reliabilityText()],
    [texts.accuracy(), texts.accuracyFigure(), texts.accuracyText()],
    [texts.scalability(), texts.scalabilityFigure(), texts.scalabilityText()],
    [texts.support(), texts.supportFigure(), texts.supportText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} tone="night">
      <RevealList stagger={200} className={styles.benefits}>
        {benefits.map(([title, figure, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              <b>{figure}</b> {text}
            </p>
          </li>
        ))}
      </RevealList>
      <p className={styles.measured}>
        {texts.measured()} <PageLink page="proof">{LL.head.proof.title()}</PageLink>
      </p>
    </Section>
  );
}
