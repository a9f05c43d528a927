import { useTexts } from '#web/i18n/index.ts';
import { StrikeIconImage } from '../drawing/StrikeIconImage.tsx';
import { ATLAS_ORDER } from '../drawing/strikeIcons.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import styles from './LegendStrip.module.css';

interface LegendStripProps {
  readonly theme: MapTheme;
}

/** What the icons mean, in one line that is always there. */
export function LegendStrip({ theme }: LegendStripProps) {
  const { LL } = useTexts();
  return (
    <ul className={styles.strip} aria-label={LL.map.legend.title()}>
      {ATLAS_ORDER.map((age) => (
        <li key={age}>
          <StrikeIconImage age={age} theme={theme} />
          {LL.map.legend[age]()}
        </li>
      ))}
    </ul>
  );
}
