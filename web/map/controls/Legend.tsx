import { useRef } from 'react';
import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useEscape, useReturnFocus } from '#web/kit/browser/dismissal.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CROWD_ROUNDNESS, CROWD_SIZES } from '#web/map/drawing/crowdCells.ts';
import { ATLAS_ORDER, StrikeIconImage } from '#web/map/drawing/strikeIcons.tsx';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { useTextAreas } from '#web/map/kit/useTextAreas.ts';
import { CROWD_STEPS } from '#web/sky/strikes/Crowds.ts';
import { stepText } from '#web/sky/words/crowdText.ts';
import styles from './Legend.module.css';

const AREAS = ['help'] as const;

interface LegendProps {
  readonly theme: MapTheme;
  readonly onClose: () => void;
}

export function Legend({ theme, onClose }: LegendProps) {
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
        {ATLAS_ORDER.map((age) => (
          <li key={age}>
            <StrikeIconImage age={age} theme={theme} />
            {words[age]()}
          </li>
        ))}
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
          {ATLAS_ORDER.map((age) => (
            <tr key={age}>
              <th scope="row">
                <StrikeIconImage age={age} theme={theme} />
                <span className="visually-hidden">{words[age]()}</span>
              </th>
              {CROWD_STEPS.map((from, step) => (
                <td key={from}>
                  <CrowdSwatch step={step} theme={theme} age={age} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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

interface LegendStripProps {
  readonly theme: MapTheme;
}

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

interface CrowdSwatchProps {
  /** Index in `CROWD_STEPS`. */
  readonly step: number;
  readonly theme: MapTheme;
  /** Without an age, all ages are shown side by side. */
  readonly age?: AgeClass;
}

function CrowdSwatch({ step, theme, age }: CrowdSwatchProps) {
  const ages = age ? [age] : ATLAS_ORDER;
  const side = 23 * (CROWD_SIZES[step] ?? 1);
  const from = (24 - side) / 2;
  const width = side / ages.length;
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      {ages.map((each, index) => (
        <rect
          key={each}
          x={from + index * width}
          y={from}
          width={width}
          height={side}
          rx={age ? (CROWD_ROUNDNESS[age] * side) / 2 : 0}
          fill={mapColours[theme].crowds[each][step]}
        />
      ))}
    </svg>
  );
}
