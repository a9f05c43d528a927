import { Icon } from '#web/kit/components/Icon.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Testimonials.module.css';

export function Testimonials() {
  const texts = useTexts().LL.landing.testimonials;
  const roles = [
    ['flame', texts.fire(), texts.fireText()],
    ['pylon', texts.grid(), texts.gridText()],
    ['mountain', texts.guide(), texts.guideText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.note()} layout="beside">
      <RevealList stagger={200} className={styles.roles}>
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
