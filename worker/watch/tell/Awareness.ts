import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { LEVELS, type Level } from '#shared/watch/Area.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';
import type { Threshold } from '#shared/watch/RecipientBody.ts';
import { compareLevels } from '#shared/watch/rings.ts';

/** A danger: since when it exists, and when somebody first confirmed it. */
interface Known {
  readonly sinceMs: number;
  readonly confirmedMs: number | null;
}

/** Each level that is held, and blindness, with its confirmation; null for a danger that does not exist. Plain JSON. */
export interface Awareness {
  readonly levels: readonly [Known | null, Known | null, Known | null];
  readonly blind: Known | null;
}

export interface Confirmation {
  readonly level: Level;
  readonly isBlind: boolean;
  readonly decidedMs: number;
}

export const NOTHING_TO_KNOW: Awareness = { levels: [null, null, null], blind: null };

/** The dangers after a step. One that ended is dropped, so that it must be confirmed anew when it returns. */
export function awarenessAfter(before: Awareness, { level, sight }: Pick<AreaState, 'level' | 'sight'>, nowMs: number) {
  const held = LEVELS.indexOf(level);
  const known = (is: boolean, was: Known | null) => (is ? (was ?? { sinceMs: nowMs, confirmedMs: null }) : null);
  const [watch, warning, stop] = before.levels;
  return unlessSame(before, {
    levels: [known(held >= 1, watch), known(held >= 2, warning), known(held >= 3, stop)],
    blind: known(sight === 'unknown', before.blind),
  });
}

/** A confirmed level confirms those below it. A message from before a danger began does not confirm it. */
export function confirmedBy(before: Awareness, { level, isBlind, decidedMs }: Confirmation, nowMs: number): Awareness {
  const reached = LEVELS.indexOf(level);
  const confirmed = (is: boolean, known: Known | null) =>
    is && known && known.confirmedMs === null && known.sinceMs <= decidedMs ? { ...known, confirmedMs: nowMs } : known;
  const [watch, warning, stop] = before.levels;
  return unlessSame(before, {
    levels: [confirmed(reached >= 1, watch), confirmed(reached >= 2, warning), confirmed(reached >= 3, stop)],
    blind: confirmed(isBlind, before.blind),
  });
}

/** Since when a level from `least` on has been held unconfirmed; null if none is. */
export function unconfirmedSinceMs({ levels }: Awareness, least: Level): number | null {
  const open = levels.flatMap((known, index) => {
    const level = LEVELS[index + 1] ?? 'stop';
    return known && known.confirmedMs === null && compareLevels(level, least) >= 0 ? [known.sinceMs] : [];
  });
  return open.length === 0 ? null : Math.min(...open);
}

function unlessSame(before: Awareness, after: Awareness): Awareness {
  const isSame = before.blind === after.blind && before.levels.every((known, index) => known === after.levels[index]);
  return isSame ? before : after;
}

/** When a recipient that may come after others is told. */
export interface TellingTurn {
  /** So many minutes after those who are told at once; 0 for these. */
  readonly afterMin: number;
  /** Null if somebody confirmed the danger. */
  readonly unconfirmedSinceMs: number | null;
}

export const AT_ONCE: TellingTurn = { afterMin: 0, unconfirmedSinceMs: null };

export interface InOrder {
  readonly threshold: Threshold;
  readonly escalateAfterMin: number | null;
}

/** Null if never, because somebody knows; 0 for at once. */
export function turnMs({ afterMin, unconfirmedSinceMs: sinceMs }: TellingTurn): number | null {
  if (afterMin === 0) return 0;
  return sinceMs === null ? null : sinceMs + afterMin * MINUTE_MS;
}

/** The turn to be told of a level. `all`: every recipient of the book that can hear. */
export function turnToRaise(one: InOrder, all: readonly InOrder[], level: Level, awareness: Awareness): TellingTurn {
  const there = all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: unconfirmedSinceMs(awareness, one.threshold) };
}

/** The turn to be told that nothing is seen. All recipients of a site are told, at any level. */
export function turnToBlind(
  one: InOrder,
  all: readonly InOrder[],
  { kind, level }: { readonly kind: 'personal' | 'site'; readonly level: Level },
  { blind }: Awareness,
): TellingTurn {
  const there = kind === 'site' ? all : all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  const isOpen = blind !== null && blind.confirmedMs === null;
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: isOpen ? blind.sinceMs : null };
}

/** Somebody is always told at once: if all come after others, those with the fewest minutes. */
function minutesOf({ escalateAfterMin }: InOrder, there: readonly InOrder[]): number {
  const own = escalateAfterMin ?? 0;
  const first = Math.min(...there.map(({ escalateAfterMin: minutes }) => minutes ?? 0));
  return own <= first ? 0 : own;
}
