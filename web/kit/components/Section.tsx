import type { ReactNode } from 'react';
import styles from './Section.module.css';

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
    <section id={id} className={`${styles.band} ${styles.section}`} data-tone={tone}>
      <div className={styles.sheet} data-layout={layout}>
        <div className={styles.heading}>
          {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
          <h2>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  );
}
