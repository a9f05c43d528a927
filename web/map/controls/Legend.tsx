import { useRef } from 'react';
import type { MapTheme } from '#shared/picture/colours.ts';
import { useEscape } from '#web/kit/browser/useEscape.ts';
import { useReturnFocus } from '#web/kit/browser/useReturnFocus.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CrowdSwatch } from '#web/map/drawing/CrowdSwatch.tsx';
import { StrikeIconImage } from '#web/map/drawing/StrikeIconImage.tsx';
import { ATLAS_ORDER } from '#web/map/drawing/strikeIcons.ts';
import kit from '#web/map/kit/Card.module.css';
import { CardHead } from '#web/map/kit/CardHead.tsx';
import { useTextAreas } from '#web/map/kit/useTextAreas.ts';
import { CROWD_STEPS } from '#web/sky/strikes/Crowds.ts';
import { stepText } from '#web/sky/words/crowdText.ts';
import styles from './Legend.module.css';

/** Read by those who open the legend only. */
const AREAS = ['help'] as const;

export interface LegendProps {
  readonly theme: MapTheme;
  readonly onClose: () => void;
}

/** What the icons mean and how to use the map. */
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
