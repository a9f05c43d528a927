import { compassPoint } from '#shared/geo/geodesy.ts';
import type { Level } from '#shared/watch/Area.ts';
import type { AreaState, NearStrike } from '#shared/watch/AreaState.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';

/** A level, or `unknown`. */
export type Shown = Level | 'unknown';

export function shownOf({ level, sight }: Pick<AreaState, 'level' | 'sight'>): Shown {
  return sight === 'unknown' ? 'unknown' : level;
}

export function shownText(shown: Shown, LL: Texts): string {
  return shown === 'unknown' ? LL.watch.unknown() : LL.watch.level[shown]();
}

/** The time of day to the second: `14:34:10`. */
export function secondsText(atMs: number, locale: string): string {
  return dateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(atMs);
}

/** The time of day: `14:34`; with the day's name if it is not today. */
export function minutesText(atMs: number, locale: string, nowMs: number): string {
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'numeric' });
  const isToday = day.format(atMs) === day.format(nowMs);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return dateTimeFormat(locale, isToday ? time : { weekday: 'short', ...time }).format(atMs);
}

/** What is left, in minutes and seconds, rounded up: `0:01` until the last moment has passed. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole kilometres, below 10 km in tenths, rounded down: never further than it is. */
export function kmText(km: number, locale: string): string {
  const digits = km < 10 ? 1 : 0;
  const down = Math.floor(km * 10 ** digits) / 10 ** digits;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(down);
}

/** How far and in which direction a strike fell: `14 km north-west`. */
export function whereText({ km, bearing }: NearStrike, LL: Texts, locale: string): string {
  return LL.watch.facts.where({
    km: kmText(km, locale),
    direction: LL.watch.direction[compassPoint(bearing)](),
  });
}
