import type { MapTheme } from '#shared/picture/colours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CrowdSwatch } from '#web/map/drawing/CrowdSwatch.tsx';
import { StrikeIconImage } from '#web/map/drawing/StrikeIconImage.tsx';
import { ATLAS_ORDER } from '#web/map/drawing/strikeIcons.ts';
import { CROWD_STEPS } from '#web/sky/strikes/Crowds.ts';
import { stepText } from '#web/sky/words/crowdText.ts';
import styles from './LegendStrip.module.css';

interface LegendStripProps {
  readonly theme: MapTheme;
}

/** What icons, crowds and rings mean, in a few words that are always there. */
export function LegendStrip({ theme }: LegendStripProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.legend;
  return (
    <ul className={styles.strip} aria-label={LL.map.controls.info()} data-legend-strip>
      {ATLAS_ORDER.map((age) => (
        <li key={age}>
          <StrikeIconImage age={age} theme={theme} />
          {words[age]()}
        </li>
      ))}
      <li>
        {words.crowds()}
        {CROWD_STEPS.map((from, step) => (
          <span key={from} className={styles.step}>
            <CrowdSwatch step={step} theme={theme} />
            {stepText(from, locale)}
          </span>
        ))}
      </li>
      <li className={styles.thunder}>
        <i className={styles.ring} />
        {words.thunder()}
      </li>
    </ul>
  );
}
