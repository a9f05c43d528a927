import { useRef } from 'react';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { HOUR_MS } from '#shared/time.ts';
import { useEscape, useReturnFocus } from '#web/kit/browser/dismissal.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import { Part } from '#web/map/parts/Part.tsx';
import { SatelliteLegend } from '#web/map/satellite/satellite.tsx';
import { StrikeIconImage } from '#web/map/strikeLayers/strikeIcons.tsx';
import styles from './controls.module.css';

const AREAS = ['mapMore'] as const;

interface LegendStripProps {
  readonly theme: MapTheme;
}

interface LegendProps extends LegendStripProps {
  /** True if satellite flashes are available too. */
  readonly crossCheck: boolean;
  readonly onClose: () => void;
}

export function Legend({ theme, crossCheck, onClose }: LegendProps) {
  const { LL } = useTexts();
  const title = LL.map.controls.info();
  const helped = useTextAreas(AREAS);
  const card = useRef<HTMLElement>(null);
  useEscape(onClose);
  useReturnFocus(card);
  return (
    <section
      ref={card}
      id="map-legend"
      className={`${kit.card} ${styles.legendCard}`}
      data-theme={theme}
      aria-label={title}
    >
      <CardHead title={title} name={LL.map.legend.close()} onClick={onClose} />
      <ul className={styles.icons}>
        <Icons theme={theme} />
      </ul>
      {crossCheck && (
        <Part>
          <SatelliteLegend theme={theme} />
        </Part>
      )}
      {helped && (
        <ul className={styles.legendHelp}>
          <li>{LL.mapMore.help.cools()}</li>
          <li>{LL.mapMore.help.cloud()}</li>
          <li>{LL.mapMore.help.open()}</li>
          <li>{LL.mapMore.help.storms()}</li>
          <li>{LL.mapMore.help.measure()}</li>
          <li>{LL.mapMore.help.noWarning()}</li>
        </ul>
      )}
    </section>
  );
}

/** The three icons, each in the middle of its age range. */
function Icons({ theme }: LegendStripProps) {
  const texts = useTexts().LL.map.legend;
  return (
    <>
      <li>
        <StrikeIconImage ageMs={FRESH_WITHIN_MS / 2} theme={theme} />
        {texts.fresh()}
      </li>
      <li>
        <StrikeIconImage ageMs={RECENT_WITHIN_MS / 2} theme={theme} />
        {texts.recent()}
      </li>
      <li>
        <StrikeIconImage ageMs={HOUR_MS} theme={theme} />
        {texts.old()}
      </li>
    </>
  );
}

export function LegendStrip({ theme }: LegendStripProps) {
  const { LL } = useTexts();
  return (
    <ul className={styles.strip} aria-label={LL.map.controls.info()} data-legend-strip>
      <Icons theme={theme} />
    </ul>
  );
}
