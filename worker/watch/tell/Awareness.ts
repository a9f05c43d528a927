import { LEVELS, type Level } from '#shared/watch/Area.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';
import { compareLevels } from '#shared/watch/heldLevel.ts';

/** Something that people are to know of: since when it is so, and when somebody first confirmed to know it. */
export interface Known {
  readonly sinceMs: number;
  readonly confirmedMs: number | null;
}

/**
 * What of one area's danger somebody is known to know of: for each level from watch on that is held, or null, and for
 * blindness. Plain JSON, kept beside what recipients were told.
 */
export interface Awareness {
  readonly levels: readonly [Known | null, Known | null, Known | null];
  readonly blind: Known | null;
}

/** What somebody was shown: a level, decided then, and whether it said that nothing is seen. */
export interface Confirmation {
  readonly level: Level;
  readonly isBlind: boolean;
  readonly decidedMs: number;
}

export const NOTHING_TO_KNOW: Awareness = { levels: [null, null, null], blind: null };

/** What there is to know after a step. What ended is forgotten, so that it must be confirmed anew when it comes again. */
export function awarenessAfter(before: Awareness, { level, sight }: Pick<AreaState, 'level' | 'sight'>, nowMs: number) {
  const held = LEVELS.indexOf(level);
  const known = (is: boolean, was: Known | null) => (is ? (was ?? { sinceMs: nowMs, confirmedMs: null }) : null);
  const [watch, warning, stop] = before.levels;
  return unlessSame(before, {
    levels: [known(held >= 1, watch), known(held >= 2, warning), known(held >= 3, stop)],
    blind: known(sight === 'unknown', before.blind),
  });
}

/** Who confirms a level knows of those below it too. What was decided before something began says nothing of it. */
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

/** Since when a level from `least` on is held that nobody has confirmed; null if there is none. */
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
