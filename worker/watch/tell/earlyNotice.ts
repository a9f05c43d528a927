import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';

/** An early notice is worth sending from this chance of lightning within 30 minutes on. */
const LEAST_CHANCE = 0.25;
/** One storm is told of early once. */
const AGAIN_AFTER_MS = 90 * 60_000;

/** What an early notice says. */
export interface EarlyNotice {
  readonly p30: number;
  /** Between which minutes eight of ten such storms come; absent if no time is told. */
  readonly range80?: readonly [number, number];
}

/** An area at one instant, as it concerns early notices. `answers`: of some places in it; null if none can be had. */
export interface EarlySituation {
  readonly state: Pick<AreaState, 'level' | 'sight'>;
  readonly answers: readonly PlaceAnswer[] | null;
  readonly toldMs: number | null;
  readonly nowMs: number;
}

/**
 * What is to be told early of an area, beside its rings and never in their place: only while it is clear and seen, and a storm
 * with a clear direction comes to it.
 */
export function earlyNotice({ state, answers, toldMs, nowMs }: EarlySituation): EarlyNotice | undefined {
  if (state.level !== 'clear' || state.sight === 'unknown' || !answers) return undefined;
  if (toldMs !== null && nowMs - toldMs < AGAIN_AFTER_MS) return undefined;
  const coming = answers.filter((answer) => answer.state === 'approaching' && answer.p30 >= LEAST_CHANCE);
  if (coming.length === 0) return undefined;
  const { p30, range80 } = coming.reduce((most, answer) => (answer.p30 > most.p30 ? answer : most));
  return { p30, ...(range80 ? { range80 } : {}) };
}
