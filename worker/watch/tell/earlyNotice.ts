import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';

/** Of lightning within 30 minutes. */
const LEAST_CHANCE = 0.25;
const AGAIN_AFTER_MS = 90 * 60_000;

export interface EarlyNotice {
  readonly p30: number;
  /** Eight of ten such storms come between these minutes; absent if no time is told. */
  readonly range80?: readonly [number, number];
}

/** `answers`: of some places in the area; null if none can be had. */
interface EarlySituation {
  readonly state: Pick<AreaState, 'level' | 'sight'>;
  readonly answers: readonly PlaceAnswer[] | null;
  readonly toldMs: number | null;
  readonly nowMs: number;
}

/** Only while the area is clear and seen, and a storm with a clear direction approaches. Never replaces the rings. */
export function earlyNotice({ state, answers, toldMs, nowMs }: EarlySituation): EarlyNotice | undefined {
  if (state.level !== 'clear' || state.sight === 'unknown' || !answers) return undefined;
  if (toldMs !== null && nowMs - toldMs < AGAIN_AFTER_MS) return undefined;
  const coming = answers.filter((answer) => answer.state === 'approaching' && answer.p30 >= LEAST_CHANCE);
  if (coming.length === 0) return undefined;
  const { p30, range80 } = coming.reduce((most, answer) => (answer.p30 > most.p30 ? answer : most));
  return { p30, ...(range80 ? { range80 } : {}) };
}

/** So many places stand for a shape: a forecast is for 10 km around each. */
const MOST = 8;

/** Corners of a shape, spread evenly over it. */
export function samplePlaces(shape: Shape): Position[] {
  const corners = cornersOf(shape).map(([longitude, latitude]) => ({ latitude, longitude }));
  const step = Math.ceil(corners.length / MOST);
  return corners.filter((_, index) => index % step === 0);
}
