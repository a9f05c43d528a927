import type { ReactNode } from 'react';
import styles from './Split.module.css';

interface Props {
  id?: string;
  eyebrow: string;
  title: string;
  text: string;
  tone: 'night' | 'tint';
  /** `alt` is empty if the picture is a decoration. */
  image: { src: string; alt: string; width: number; height: number };
  /** Side of the picture on wide screens. */
  side: 'left' | 'right';
  children: ReactNode;
}

/** A picture on one side, words on the other. */
export function Split({ id, eyebrow, title, text, tone, image, side, children }: Props) {
  return (
    <section id={id} className={styles.split} data-tone={tone} data-side={side}>
      <div className={styles.row}>
        <img {...image} alt={image.alt} loading="lazy" />
        <div className={styles.words}>
          <p className={styles.eyebrow}>{eyebrow}</p>
          <h2>{title}</h2>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
