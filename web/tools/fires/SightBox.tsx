import { useTexts } from '#web/kit/i18n/index.ts';
import type { FireSources, FiresSight } from '#web/sky/fires/firesSight.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import { bothClocksText } from '#web/sky/words/timeText.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import styles from './Fires.module.css';

/** NASA's names; `modis` is one file from two satellites. */
const NAMES: Readonly<Record<string, string>> = {
  'suomi-npp': 'Suomi NPP (VIIRS)',
  'noaa-20': 'NOAA-20 (VIIRS)',
  'noaa-21': 'NOAA-21 (VIIRS)',
  modis: 'Terra, Aqua (MODIS)',
};

interface SightBoxProps {
  readonly sources: FireSources;
  readonly sight: FiresSight;
  readonly nowMs: number;
}

/** The status of the satellites: shown first and prominently while one of them is late. */
export function SightBox({ sources: { sources, south }, sight: { kind, newestMs }, nowMs }: SightBoxProps) {
  const { LL, locale } = useTexts();
  const words = LL.fireList.sight;
  const told = [
    ...sources.map(({ satellite, ...row }) => ({ ...row, name: NAMES[satellite] ?? satellite })),
    ...(south?.state === 'dead' ? [{ ...south, name: words.south({ latitude: south.below }) }] : []),
  ];
  const time = newestMs === undefined ? '' : bothClocksText(newestMs, nowMs, locale);
  return (
    <div className={kind === 'fresh' ? styles.sight : answer.bad} data-fires-sight={kind}>
      {kind !== 'fresh' && <h2>{words.title[kind]()}</h2>}
      <p>{kind === 'none' ? words.none() : words[kind]({ time })}</p>
      {kind !== 'none' && (
        <ul className={styles.satellites} aria-label={words.list()}>
          {told.map(({ name, newest, state }) => (
            <li key={name} data-state={state}>
              <span>{name}</span>
              <span>
                {newest === null
                  ? words.never()
                  : words.newest({ span: spanText(nowMs - Date.parse(newest), locale), state: words.state[state]() })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
