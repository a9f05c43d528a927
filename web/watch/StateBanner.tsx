import type { Area } from '#shared/watch/Area.ts';
import { LEVELS } from '#shared/watch/Area.ts';
import { holdMs } from '#shared/watch/heldLevel.ts';
import { useTexts } from '#web/i18n/index.ts';
import { type BlindCause, blindCause } from './blindCause.ts';
import { countdownOf } from './countdownOf.ts';
import styles from './Panel.module.css';
import { StateShape } from './StateShape.tsx';
import type { WatchedArea } from './useWatchedArea.ts';
import { kmText, leftText, secondsText, shownOf, shownText } from './words.ts';

interface StateBannerProps {
  readonly name: string;
  readonly area: Area;
  readonly watched: WatchedArea;
  /** The provider's clock less ours. */
  readonly offsetMs: number;
}

/** The state in word, shape and colour, what to do, and when it ends; or why nothing is known, as loudly. */
export function StateBanner({ name, area, watched, offsetMs }: StateBannerProps) {
  const { LL } = useTexts();
  const { state } = watched;
  const shown = shownOf(state);
  return (
    <header className={styles.banner}>
      <h1 className={styles.name}>{name}</h1>
      <p className={styles.state} data-shown={shown}>
        <StateShape shown={shown} />
        <strong className={styles.word}>{shownText(shown, LL)}</strong>
        {state.sight === 'delayed' && <span className={styles.delayed}>{LL.watch.delayed()}</span>}
      </p>
      {shown === 'unknown' ? (
        <Blind area={area} watched={watched} offsetMs={offsetMs} />
      ) : (
        <Known area={area} watched={watched} offsetMs={offsetMs} />
      )}
    </header>
  );
}

function Known({ area, watched: { state, sighting }, offsetMs }: Omit<StateBannerProps, 'name'>) {
  const { LL, locale } = useTexts();
  const { level } = state;
  const km = kmText(area.ringsKm[Math.max(0, LEVELS.indexOf(level) - 1)] ?? 0, locale);
  const waits = countdownOf(area, state, offsetMs);
  return (
    <>
      <p className={styles.advice}>{LL.watch.advice[level]({ km, min: area.dwellMs / 60_000 })}</p>
      {waits.map(({ of, atMs }, index) => (
        <p key={of} className={index === 0 ? styles.countdown : styles.later}>
          <span>{LL.watch.countdown[of]({ time: secondsText(atMs, locale) })}</span>
          <b role="timer">
            {atMs > sighting.nowMs
              ? LL.watch.countdown.left({ time: leftText(atMs - sighting.nowMs) })
              : LL.watch.countdown.waiting()}
          </b>
        </p>
      ))}
    </>
  );
}

function Blind({ area, watched: { state, sighting, view }, offsetMs }: Omit<StateBannerProps, 'name'>) {
  const { LL, locale } = useTexts();
  const cause = blindCause(area, view, sighting);
  const causeText = (of: BlindCause) => {
    if (of === 'outside') return LL.watch.fault.outside();
    return of === 'loading' ? LL.watch.cause.loading({ min: holdMs(area) / 60_000 }) : LL.watch.cause[of]();
  };
  return (
    <>
      <p className={styles.advice}>{LL.watch.notClear()}</p>
      <p className={styles.later} data-cause={cause}>
        {causeText(cause)}
      </p>
      <p className={styles.later} data-last-known>
        {state.watermarkMs === null
          ? LL.watch.known.nothing()
          : LL.watch.known.last({
              level: LL.watch.level[state.level](),
              time: secondsText(state.watermarkMs - offsetMs, locale),
            })}
      </p>
    </>
  );
}
