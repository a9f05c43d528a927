import type { ReactNode } from 'react';
import styles from './components.module.css';

interface SplitProps {
  readonly id?: string;
  readonly eyebrow: string;
  readonly title: string;
  readonly text: string;
  readonly tone: 'night' | 'tint';
  /** `alt` is empty if the picture is decorative. */
  readonly image: { readonly src: string; readonly alt: string; readonly width: number; readonly height: number };
  readonly side: 'left' | 'right';
  readonly children: ReactNode;
}

export function Split({ id, eyebrow, title, text, tone, image, side, children }: SplitProps) {
  return (
    <section id={id} className={`${styles.sectionBand} ${styles.split}`} data-tone={tone} data-side={side}>
      <div className={styles.splitRow}>
        <img {...image} alt={image.alt} loading="lazy" />
        <div className={styles.splitWords}>
          <p className={styles.sectionEyebrow}>{eyebrow}</p>
          <h2>{title}</h2>
          <p className={styles.splitText}>{text}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
