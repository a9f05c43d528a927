import type { ReactNode } from 'react';
import styles from './components.module.css';

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
