import { useTexts } from '#web/i18n/index.ts';
import { StrikeIconImage } from '../drawing/StrikeIconImage.tsx';
import { ATLAS_ORDER } from '../drawing/strikeIcons.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import styles from './LegendStrip.module.css';

interface LegendStripProps {
  readonly theme: MapTheme;
}

/** What the icons and rings mean, in a few words that are always there. */
export function LegendStrip({ theme }: LegendStripProps) {
  const words = useTexts().LL.map.legend;
  return (
    <ul className={styles.strip} aria-label={words.title()} data-legend-strip>
      {ATLAS_ORDER.map((age) => (
        <li key={age}>
          <StrikeIconImage age={age} theme={theme} />
          {words[age]()}
        </li>
      ))}
      <li className={styles.thunder}>
        <i className={styles.ring} />
        {words.thunder()}
      </li>
    </ul>
  );
}
