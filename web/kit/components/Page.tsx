import type { ReactNode } from 'react';
import styles from './components.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { RevealList } from './RevealList.tsx';

interface PageIntroProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly lead: string;
}

export function PageIntro({ eyebrow, title, lead }: PageIntroProps) {
  return (
    <div className={styles.intro}>
      <div className={styles.introSheet}>
        {eyebrow && <p className={styles.introEyebrow}>{eyebrow}</p>}
        <h1>{title}</h1>
        <p className={styles.introLead}>{lead}</p>
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id?: string;
  readonly eyebrow?: string;
  readonly title: string;
  readonly lead?: string;
  readonly tone?: 'plain' | 'tint' | 'night';
  readonly layout?: 'beside' | 'above';
  readonly children: ReactNode;
}

export function Section({ id, eyebrow, title, lead, tone = 'plain', layout = 'above', children }: SectionProps) {
  return (
    <section id={id} className={`${styles.sectionBand} ${styles.section}`} data-tone={tone}>
      <div className={styles.sectionSheet} data-layout={layout}>
        <div className={styles.sectionHeading}>
          {eyebrow && <p className={styles.sectionEyebrow}>{eyebrow}</p>}
          <h2>{title}</h2>
          {lead && <p className={styles.sectionLead}>{lead}</p>}
        </div>
        <div className={styles.sectionContent}>{children}</div>
      </div>
    </section>
  );
}

export type Card = readonly [icon: IconName, title: string, text: string];

interface CardGridProps {
  readonly cards: readonly Card[];
  readonly columns: 2 | 3 | 5;
  readonly stagger?: 150 | 200;
}

export function CardGrid({ cards, columns, stagger = 150 }: CardGridProps) {
  return (
    <RevealList stagger={stagger} className={`${styles.cardGrid} ${styles[`columns${columns}`]}`}>
      {cards.map(([icon, title, text]) => (
        <li key={title}>
          <Icon name={icon} size={30} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}

interface TitledListProps
  extends Pick<Parameters<typeof RevealList>[0], 'className' | 'stagger' | 'ordered' | 'sideways'> {
  readonly items: readonly (readonly [title: string, text: string])[];
}

export function TitledList({ items, ...list }: TitledListProps) {
  return (
    <RevealList {...list}>
      {items.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
