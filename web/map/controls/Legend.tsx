import { useRef } from 'react';
import { AGE_STEPS, STEP_OF_CLASS } from '#shared/ageClass.ts';
import { RECENT_WITHIN_MS } from '#shared/limits.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useEscape, useReturnFocus } from '#web/kit/browser/dismissal.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { StrikeIconImage } from '#web/map/drawing/strikeIcons.tsx';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { Part } from '#web/map/parts/Part.tsx';
import { SatelliteLegend } from '#web/map/satellite/satellite.tsx';
import { CROWD_STEPS } from '#web/sky/strikes/Crowds.ts';
import { stepText } from '#web/sky/words/crowdText.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import styles from './Legend.module.css';

const AREAS = ['help'] as const;
const STEPS = Array.from({ length: AGE_STEPS }, (_, step) => step);
const OLD_STEPS = STEPS.slice(2);

interface LegendStripProps {
  readonly theme: MapTheme;
  /** The oldest strikes of the shown range have the last of the colours. */
  readonly rangeMs: number;
}

interface LegendProps extends LegendStripProps {
  /** A satellite's flashes may be shown too. */
  readonly witness: boolean;
  readonly onClose: () => void;
}

export function Legend({ theme, rangeMs, witness, onClose }: LegendProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.legend;
  const title = LL.map.controls.info();
  const helped = useTextAreas(AREAS);
  const card = useRef<HTMLElement>(null);
  useEscape(onClose);
  useReturnFocus(card);
  return (
    <section ref={card} id="map-legend" className={`${kit.card} ${styles.card}`} data-theme={theme} aria-label={title}>
      <CardHead title={title} name={words.close()} onClick={onClose} />
      <ul className={styles.icons}>
        <Marks theme={theme} rangeMs={rangeMs} />
      </ul>
      <table className={styles.crowds}>
        <caption>{words.crowds()}</caption>
        <thead>
          <tr>
            <td />
            {CROWD_STEPS.map((from) => (
              <th key={from} scope="col">
                {stepText(from, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STEPS.map((age) => (
            <tr key={age} aria-hidden={age > 2}>
              <th scope="row">
                <StrikeIconImage step={age} theme={theme} />
                <span className="visually-hidden">{[words.fresh(), words.recent()][age] ?? words.old()}</span>
              </th>
              {CROWD_STEPS.map((from, step) => (
                <td key={from} style={{ background: mapColours[theme].crowds[age]?.[step] }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {witness && (
        <Part>
          <SatelliteLegend theme={theme} />
        </Part>
      )}
      {helped && (
        <ul className={styles.help}>
          <li>{LL.help.crowdAge()}</li>
          <li>{LL.help.stormCells()}</li>
          <li>{words.thunder()}</li>
          <li>{LL.help.help1()}</li>
          <li>{LL.help.help2()}</li>
          <li>{LL.help.help4()}</li>
          <li>{LL.help.help3()}</li>
        </ul>
      )}
    </section>
  );
}

/** The three marks; the third in each of its colours. */
function Marks({ theme, rangeMs }: LegendStripProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.legend;
  return (
    <>
      <li>
        <StrikeIconImage step={0} theme={theme} />
        {words.fresh()}
      </li>
      <li>
        <StrikeIconImage step={1} theme={theme} />
        {words.recent()}
      </li>
      <li>
        <span className={styles.ramp} data-age-ramp>
          {OLD_STEPS.map((step) => (
            <StrikeIconImage key={step} step={step} theme={theme} />
          ))}
        </span>
        {rangeMs > RECENT_WITHIN_MS ? words.ramp({ range: spanText(rangeMs, locale) }) : words.old()}
      </li>
    </>
  );
}

export function LegendStrip({ theme, rangeMs }: LegendStripProps) {
  const { LL, locale } = useTexts();
  const words = LL.map.legend;
  return (
    <ul className={styles.strip} aria-label={LL.map.controls.info()} data-legend-strip>
      <Marks theme={theme} rangeMs={rangeMs} />
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

interface CrowdSwatchProps {
  /** Index in `CROWD_STEPS`. */
  readonly step: number;
  readonly theme: MapTheme;
}

/** A number in the colour of one age. */
function CrowdSwatch({ step, theme }: CrowdSwatchProps) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="5" fill={mapColours[theme].crowds[STEP_OF_CLASS.old]?.[step]} />
    </svg>
  );
}
