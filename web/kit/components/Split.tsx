import type { ReactNode } from 'react';
import band from './Section.module.css';
import styles from './Split.module.css';

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
    <section id={id} className={`${band.band} ${styles.split}`} data-tone={tone} data-side={side}>
      <div className={styles.row}>
        <img {...image} alt={image.alt} loading="lazy" />
        <div className={styles.words}>
          <p className={band.eyebrow}>{eyebrow}</p>
          <h2>{title}</h2>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
