import { memo } from 'react';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { sparkColours, strikeLook } from '#shared/sky/colours.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { NearStrike } from '#shared/watch/Area.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './watch.module.css';
import { flooredKmText } from './watchTexts.ts';

const RADIUS = 100;
/** More dots would hide each other. */
const MOST_RENDERED = 600;
/** Each age class in the colour of its middle. */
const AGES = { fresh: FRESH_WITHIN_MS / 2, recent: RECENT_WITHIN_MS / 2, old: HOUR_MS } as const;
const colourAt = (ageMs: number) => strikeLook('light', ageMs).colour;
const EDGE = sparkColours.light.casing;

interface ScopeProps {
  readonly ringsKm: readonly [number, number, number];
  /** True if distances are from a point, not from the edge of a shape. */
  readonly isPoint: boolean;
  readonly strikes: readonly NearStrike[];
  /** Provider time. */
  readonly nowMs: number;
}

/** North is up; the rings are those of the rules. */
export const Scope = memo(function Scope({ ringsKm, isPoint, strikes, nowMs }: ScopeProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.scope;
  const [outerKm] = ringsKm;
  const scale = RADIUS / outerKm;
  const nearStrikes = strikes.toSorted((a, b) => a.atMs - b.atMs).slice(-MOST_RENDERED);
  return (
    <figure className={styles.scope}>
      <svg
        viewBox="-118 -118 236 236"
        role="img"
        aria-label={texts.label({ km: flooredKmText(outerKm, locale), count: strikes.length })}
      >
        {ringsKm.map((km, ring) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rings may be of one size
          <circle key={ring} r={km * scale} className={styles.ring} data-ring={ring} />
        ))}
        <path d={`M${-RADIUS} 0H${RADIUS}M0 ${-RADIUS}V${RADIUS}`} className={styles.cross} />
        {[...new Set(ringsKm)].map((km) => (
          <text key={km} y={km * scale - 4} className={styles.km}>
            {texts.ring({ km: flooredKmText(km, locale) })}
          </text>
        ))}
        {nearStrikes.map(({ ordinal, km, bearing, atMs }) => {
          const angle = (bearing * Math.PI) / 180;
          return (
            <circle
              key={ordinal}
              cx={Math.sin(angle) * km * scale}
              cy={-Math.cos(angle) * km * scale}
              r="3.4"
              fill={colourAt(nowMs - atMs)}
              stroke={EDGE}
              data-strike
            />
          );
        })}
        <text y={-RADIUS - 5} className={styles.letter}>
          {texts.north()}
        </text>
        <text x={RADIUS + 9} y="5" className={styles.letter}>
          {texts.east()}
        </text>
        <text y={RADIUS + 15} className={styles.letter}>
          {texts.south()}
        </text>
        <text x={-RADIUS - 9} y="5" className={styles.letter}>
          {texts.west()}
        </text>
      </svg>
      <figcaption className={styles.ages}>
        {!isPoint && <span className={styles.edge}>{texts.edge()}</span>}
        {(['fresh', 'recent', 'old'] as const).map((age) => (
          <span key={age}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="4.5" fill={colourAt(AGES[age])} stroke={EDGE} strokeWidth="0.5" />
            </svg>
            {texts[age]()}
          </span>
        ))}
      </figcaption>
    </figure>
  );
});
