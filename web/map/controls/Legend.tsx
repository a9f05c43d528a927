import { useTexts } from '#web/i18n/index.ts';
import { StrikeIconImage } from '../drawing/StrikeIconImage.tsx';
import { ATLAS_ORDER } from '../drawing/strikeIcons.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import styles from './Legend.module.css';

export interface LegendProps {
  readonly theme: MapTheme;
  readonly onClose: () => void;
}

/** What the icons mean and how the map is used. */
export function Legend({ theme, onClose }: LegendProps) {
  const { LL } = useTexts();
  const words = LL.map.legend;
  return (
    <section id="map-legend" className={styles.card} data-theme={theme} aria-label={words.title()}>
      <header>
        <h2>{words.title()}</h2>
        <button type="button" aria-label={words.close()} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </header>
      <ul className={styles.icons}>
        {ATLAS_ORDER.map((age) => (
          <li key={age}>
            <StrikeIconImage age={age} theme={theme} />
            {words[age]()}
          </li>
        ))}
      </ul>
      <ul className={styles.help}>
        <li>{words.help1()}</li>
        <li>{words.help2()}</li>
        <li>{words.help3()}</li>
      </ul>
    </section>
  );
}
