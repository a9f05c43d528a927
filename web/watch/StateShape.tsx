import styles from './Panel.module.css';
import type { Shown } from './words.ts';

/** Outline and sign of each state, told apart without colour: disc, diamond, triangle, octagon, square. */
const SHAPES: Record<Shown, readonly [outline: string, sign: string]> = {
  clear: ['M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92z', 'M28 52l15 15 30-34'],
  watch: ['M50 2 98 50 50 98 2 50z', 'M50 28v26M50 70v2'],
  warning: ['M50 6 98 92H2z', 'M50 38v26M50 78v2'],
  stop: ['M30 3h40l27 27v40L70 97H30L3 70V30z', 'M26 50h48'],
  unknown: ['M6 6h88v88H6z', 'M36 38c0-20 30-18 30-2 0 12-16 12-16 26M50 76v2'],
};

export function StateShape({ shown }: { readonly shown: Shown }) {
  const [outline, sign] = SHAPES[shown];
  return (
    <svg viewBox="0 0 100 100" className={styles.shape} data-shape={shown} aria-hidden="true">
      <path d={outline} />
      <path d={sign} className={styles.sign} />
    </svg>
  );
}
