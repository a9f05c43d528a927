import { Icon } from '#web/kit/components/Icon.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { NamedParties } from '#web/kit/settings/namedParties.ts';
import { PartyName } from '#web/site/about/PartyName.tsx';
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
