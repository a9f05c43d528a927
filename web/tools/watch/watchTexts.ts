import { compassPoint } from '#shared/geo/geodesy.ts';
import { type AreaChange, type AreaState, LEVELS, type Level, type NearStrike } from '#shared/watch/Area.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';

export type DisplayedLevel = Level | 'unknown';

export function displayedLevelOf({ level, dataStatus }: Pick<AreaState, 'level' | 'dataStatus'>): DisplayedLevel {
  return dataStatus === 'unknown' ? 'unknown' : level;
}

export function levelText(displayedLevel: DisplayedLevel, LL: Texts): string {
  return displayedLevel === 'unknown' ? LL.watch.unknown() : LL.watch.level[displayedLevel]();
}

export function secondsText(atMs: number, locale: string): string {
  return dateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(atMs);
}

/** The time of day: `14:34`; with the date if it is not today. */
export function minutesText(atMs: number, locale: string, nowMs: number): string {
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'numeric' });
  const isToday = day.format(atMs) === day.format(nowMs);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return dateTimeFormat(locale, isToday ? time : { weekday: 'short', ...time }).format(atMs);
}

/** Rounded up: `0:01` until the last moment has passed. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole kilometres, below 10 km in tenths, rounded down: never more than the real distance. */
export function flooredKmText(km: number, locale: string): string {
  const digits = km < 10 ? 1 : 0;
  const down = Math.floor(km * 10 ** digits) / 10 ** digits;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(down);
}

/** A strike's distance and direction: `14 km north-west`. */
export function strikeWhereText({ km, bearing }: NearStrike, LL: Texts, locale: string): string {
  return LL.watch.facts.where({
    km: flooredKmText(km, locale),
    direction: LL.direction[compassPoint(bearing)](),
  });
}

interface ChangeContext {
  readonly LL: Texts;
  readonly locale: string;
  readonly ringsKm: readonly number[];
  /** The provider's clock minus ours: times of strikes are shown by our clock. */
  readonly offsetMs: number;
}

/** A change without a full stop: `Warning: strike 14 km north-west at 14:03:10`. */
export function changeText(change: AreaChange, context: ChangeContext): string {
  const { LL, locale, ringsKm, offsetMs } = context;
  const texts = LL.watch.changes;
  const level = (of: AreaChange['to']) => LL.watch.level[of]();
  const { kind, from, to, strike } = change;
  const fell = strike && {
    where: strikeWhereText(strike, LL, locale),
    time: secondsText(strike.atMs - offsetMs, locale),
  };
  switch (kind) {
    case 'raise':
      return noted(
        change,
        fell ? texts.raise({ level: level(to), ...fell }) : texts.raiseBare({ level: level(to) }),
        LL,
      );
    case 'same':
      return noted(change, fell ? texts.same({ level: level(to), ...fell }) : level(to), LL);
    case 'again':
      return noted(change, fell ? texts.again(fell) : level(to), LL);
    case 'countdown':
      return texts.countdown({ km: flooredKmText(ringsKm[LEVELS.indexOf('stop') - 1] ?? 0, locale) });
    case 'fall':
      return to === 'clear' ? texts.clear() : texts.fall({ from: level(from), to: level(to) });
    case 'delayed':
      return texts.delayed();
    case 'blind':
      return texts.blind();
    case 'sight':
      return texts.sight({ level: level(to) });
  }
}

function noted({ correction, late }: AreaChange, sentence: string, LL: Texts): string {
  if (correction) return LL.watch.changes.correction({ sentence });
  return late ? LL.watch.changes.late({ sentence }) : sentence;
}
