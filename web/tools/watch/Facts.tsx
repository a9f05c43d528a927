import type { ReactNode } from 'react';
import type { Area, NearStrike } from '#shared/watch/Area.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { DEFAULT_DWELL_MIN } from '#web/kit/routing/watchAddress.ts';
import { longSpanText } from '#web/sky/timeText.ts';
import type { WatchedStep } from './useWatchedArea.ts';
import styles from './watch.module.css';
import { flooredKmText, secondsText, strikeWhereText } from './watchTexts.ts';

/** The distance in the US guidelines, 8 miles. */
const OSHA_STOP_KM = 13;

interface FactsProps {
  readonly area: Area;
  readonly watched: WatchedStep;
  /** The provider's clock minus ours. */
  readonly offsetMs: number;
  readonly children: ReactNode;
}

export function Facts({ area, watched: { state, sighting }, offsetMs, children }: FactsProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.facts;
  const [watch, warning, stop] = area.ringsKm;
  const dwell = area.dwellMs / 60_000;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const strikeText = (strike: NearStrike) => {
    const span = longSpanText(sighting.nowMs + offsetMs - strike.atMs, locale);
    return `${strikeWhereText(strike, LL, locale)}, ${texts.ago({ span })}`;
  };
  const nearest = state.frontier[0];
  const newest = state.frontier.at(-1);
  const completeMs = state.watermarkMs;
  const noStrike = state.dataStatus === 'unknown' ? texts.unknown() : texts.none();
  return (
    <div className={styles.panelFacts}>
      <dl>
        <dt>{texts.nearest()}</dt>
        <dd data-nearest>{nearest ? strikeText(nearest) : noStrike}</dd>
        <dt>{texts.newest()}</dt>
        <dd data-newest>{newest ? strikeText(newest) : noStrike}</dd>
      </dl>
      <p className={styles.complete} data-complete>
        {completeMs === null
          ? texts.completeNever()
          : texts.complete({ time: secondsText(completeMs - offsetMs, locale) })}
      </p>
      <p className={styles.rules}>
        {texts.rules({
          watch: flooredKmText(watch, locale),
          warning: flooredKmText(warning, locale),
          stop: flooredKmText(stop, locale),
          dwell: number(dwell),
        })}{' '}
        {area.approachOnly && <b>{LL.watch.approach.rule()}</b>}{' '}
        {dwell < DEFAULT_DWELL_MIN && <b>{texts.shortDwell()}</b>} {stop < OSHA_STOP_KM && texts.smallStop()}
      </p>
      {children}
    </div>
  );
}

export interface VisibleLine {
  readonly key: number;
  readonly atMs: number;
  readonly kind: string;
  readonly sentence: string;
  readonly reported?: readonly string[];
}

interface ChangesProps {
  readonly lines: readonly VisibleLine[];
  readonly children?: ReactNode;
}

export function Changes({ lines, children }: ChangesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.changes;
  return (
    <section className={styles.changes}>
      <h2>{texts.title()}</h2>
      {lines.length === 0 && <p>{texts.none()}</p>}
      <ol>
        {lines.map(({ key, atMs, kind, sentence, reported = [] }) => (
          <li key={key} data-kind={kind}>
            <time dateTime={new Date(atMs).toISOString()}>{secondsText(atMs, locale)}</time> {sentence}
            {reported.length > 0 && (
              <ul className={styles.told}>
                {reported.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
