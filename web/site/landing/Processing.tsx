import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Processing.module.css';

export function Processing() {
  const texts = useTexts().LL.landing.processing;
  const steps = [
    [texts.collect(), texts.collectText()],
    [texts.check(), texts.checkText()],
    [texts.deliver(), texts.deliverText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} layout="beside">
      <RevealList ordered stagger={200} className={styles.steps}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </RevealList>
    </Section>
  );
}
