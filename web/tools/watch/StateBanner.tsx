import type { ReactNode } from 'react';
import { type Area, type AreaState, holdMs, LEVELS } from '#shared/watch/Area.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { WatchedStep } from './useWatchedArea.ts';
import styles from './watch.module.css';
import type { DataLossCause } from './watchedArea.ts';
import {
  type DisplayedLevel,
  displayedLevelOf,
  flooredKmText,
  leftText,
  levelText,
  secondsText,
} from './watchTexts.ts';

/** Also: the watchlist's state could not be loaded, or the server itself has no data. */
export type VisibleCause = DataLossCause | 'watchlist' | 'watchlistBlind';

interface StateBannerProps {
  readonly name?: string;
  readonly area: Area;
  readonly watched: WatchedStep;
  readonly cause: VisibleCause;
  /** The provider's clock minus ours. */
  readonly offsetMs: number;
  /** Its name is the page's title. */
  readonly isTitle?: boolean;
  /** Below the countdowns, if there is data. */
  readonly children?: ReactNode;
}

/** Number of letters that fit the banner at its full size. */
const LONG_WORD = 10;

export function StateBanner({ name, area, watched, cause, offsetMs, isTitle = false, children }: StateBannerProps) {
  const { LL } = useTexts();
  const { state } = watched;
  const displayedLevel = displayedLevelOf(state);
  const word = levelText(displayedLevel, LL);
  const Name = isTitle ? 'h1' : 'h2';
  return (
    <header className={styles.banner}>
      {name && <Name className={styles.bannerName}>{name}</Name>}
      <p className={styles.bannerState} data-shown={displayedLevel}>
        <StateShape visible={displayedLevel} />
        <strong className={styles.bannerWord} data-long={word.length > LONG_WORD || undefined}>
          {word}
        </strong>
        {state.dataStatus === 'delayed' && <span className={styles.delayed}>{LL.watch.delayed()}</span>}
      </p>
      {displayedLevel === 'unknown' ? (
        <NoData area={area} watched={watched} cause={cause} offsetMs={offsetMs} />
      ) : (
        <Known area={area} watched={watched} offsetMs={offsetMs}>
          {children}
        </Known>
      )}
    </header>
  );
}

function Known({
  area,
  watched: { state, sighting },
  offsetMs,
  children,
}: Omit<StateBannerProps, 'name' | 'cause' | 'isTitle'>) {
  const { LL, locale } = useTexts();
  const { level } = state;
  // With `approachOnly` there may be lightning further out despite the all-clear.
  const isPartly = level === 'clear' && area.approachOnly === true;
  const ring = isPartly ? 2 : Math.max(0, LEVELS.indexOf(level) - 1);
  const km = flooredKmText(area.ringsKm[ring] ?? 0, locale);
  const waits = waitsOf(area, state, offsetMs);
  return (
    <>
      <p className={styles.advice}>{LL.watch.advice[level]({ km, min: area.dwellMs / 60_000 })}</p>
      {isPartly && <p className={styles.later}>{LL.watch.approach.rule()}</p>}
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
      {children}
    </>
  );
}

function NoData({ area, watched: { state }, cause, offsetMs }: Omit<StateBannerProps, 'name' | 'isTitle'>) {
  const { LL, locale } = useTexts();
  return (
    <>
      <p className={styles.advice}>{LL.watch.notClear()}</p>
      <p className={styles.later} data-cause={cause}>
        {causeText(cause, area, LL)}
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

export function causeText(cause: VisibleCause, area: Area, LL: Texts): string {
  if (cause === 'outside') return LL.watch.fault.outside();
  return cause === 'loading' ? LL.watch.cause.loading({ min: holdMs(area) / 60_000 }) : LL.watch.cause[cause]();
}

/** Outline and sign of each state, distinguishable without colour: disc, diamond, triangle, octagon, square. */
const SHAPES: Record<DisplayedLevel, readonly [outline: string, sign: string]> = {
  clear: ['M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92z', 'M28 52l15 15 30-34'],
  watch: ['M50 2 98 50 50 98 2 50z', 'M50 28v26M50 70v2'],
  warning: ['M50 6 98 92H2z', 'M50 38v26M50 78v2'],
  stop: ['M30 3h40l27 27v40L70 97H30L3 70V30z', 'M26 50h48'],
  unknown: ['M6 6h88v88H6z', 'M36 38c0-20 30-18 30-2 0 12-16 12-16 26M50 76v2'],
};

function StateShape({ visible: displayedLevel }: { readonly visible: DisplayedLevel }) {
  const [outline, sign] = SHAPES[displayedLevel];
  return (
    <svg viewBox="0 0 100 100" className={styles.shape} data-shape={displayedLevel} aria-hidden="true">
      <path d={outline} />
      <path d={sign} className={styles.sign} />
    </svg>
  );
}

/** `atMs`: the earliest end of the stop level, or of all levels, by our clock. */
export interface Wait {
  readonly of: 'stop' | 'clear';
  readonly atMs: number;
}

/**
 * The earliest ends of stop and of all levels; empty unless a countdown is running. Strikes outside the stop ring may
 * delay the all-clear after stop: then both are listed, the earlier first.
 */
export function waitsOf(
  area: Area,
  { countdown, lastMs }: Pick<AreaState, 'countdown' | 'lastMs'>,
  offsetMs: number,
): readonly Wait[] {
  if (!countdown) return [];
  const [newestMs] = lastMs;
  const stopMs = countdown.stopNotBeforeMs;
  const clearMs = Math.max(countdown.allClearNotBeforeMs, (newestMs ?? 0) + holdMs(area));
  const clear = { of: 'clear', atMs: clearMs - offsetMs } as const;
  return stopMs === null || stopMs === clearMs ? [clear] : [{ of: 'stop', atMs: stopMs - offsetMs }, clear];
}
