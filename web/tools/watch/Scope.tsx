import { memo } from 'react';
import { ageClassOf, STEP_OF_CLASS } from '#shared/ageClass.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Scope.module.css';
import { flooredKmText } from './words.ts';

const RADIUS = 100;
/** More dots would hide each other. */
const MOST_DRAWN = 600;
const AGES = ['fresh', 'recent', 'old'] as const;
const COLOURS = mapColours.light;

interface ScopeProps {
  readonly ringsKm: readonly [number, number, number];
  /** Distances are from a point, not from the edge of a shape. */
  readonly isPoint: boolean;
  readonly strikes: readonly NearStrike[];
  /** The provider's time. */
  readonly nowMs: number;
}

/** North is up; the rings are those of the rules. */
export const Scope = memo(function Scope({ ringsKm, isPoint, strikes, nowMs }: ScopeProps) {
  const { LL, locale } = useTexts();
  const words = LL.watch.scope;
  const [outerKm] = ringsKm;
  const scale = RADIUS / outerKm;
  const drawn = strikes.toSorted((a, b) => a.atMs - b.atMs).slice(-MOST_DRAWN);
  return (
    <figure className={styles.scope}>
      <svg
        viewBox="-118 -118 236 236"
        role="img"
        aria-label={words.label({ km: flooredKmText(outerKm, locale), count: strikes.length })}
      >
        {ringsKm.map((km, ring) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rings may be of one size
          <circle key={ring} r={km * scale} className={styles.ring} data-ring={ring} />
        ))}
        <path d={`M${-RADIUS} 0H${RADIUS}M0 ${-RADIUS}V${RADIUS}`} className={styles.cross} />
        {[...new Set(ringsKm)].map((km) => (
          <text key={km} y={km * scale - 4} className={styles.km}>
            {words.ring({ km: flooredKmText(km, locale) })}
          </text>
        ))}
        {drawn.map(({ ordinal, km, bearing, atMs }) => {
          const angle = (bearing * Math.PI) / 180;
          return (
            <circle
              key={ordinal}
              cx={Math.sin(angle) * km * scale}
              cy={-Math.cos(angle) * km * scale}
              r="3.4"
              fill={COLOURS.marks[STEP_OF_CLASS[ageClassOf(nowMs - atMs)]]?.main}
              stroke={COLOURS.edge}
              data-strike
            />
          );
        })}
        <text y={-RADIUS - 5} className={styles.letter}>
          {words.north()}
        </text>
        <text x={RADIUS + 9} y="5" className={styles.letter}>
          {words.east()}
        </text>
        <text y={RADIUS + 15} className={styles.letter}>
          {words.south()}
        </text>
        <text x={-RADIUS - 9} y="5" className={styles.letter}>
          {words.west()}
        </text>
      </svg>
      <figcaption className={styles.ages}>
        {!isPoint && <span className={styles.edge}>{words.edge()}</span>}
        {AGES.map((age) => (
          <span key={age}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="4.5" fill={COLOURS.marks[STEP_OF_CLASS[age]]?.main} />
            </svg>
            {words[age]()}
          </span>
        ))}
      </figcaption>
    </figure>
  );
});
