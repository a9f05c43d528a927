import type { Area } from '#shared/watch/Area.ts';
import type { AreaState } from '#shared/watch/AreaState.ts';
import { holdMs } from '#shared/watch/rings.ts';

/** What ends at `atMs` at the earliest, by our clock. */
export interface Wait {
  readonly of: 'stop' | 'clear';
  readonly atMs: number;
}

/**
 * When stop and lightning are over at the earliest; empty unless the machine counts down. Strikes further out than the
 * stop ring may hold back the all-clear after stop was lifted: then both are told, what comes first first.
 */
export function countdownOf(
  area: Area,
  { countdown, lastMs }: Pick<AreaState, 'countdown' | 'lastMs'>,
  offsetMs: number,
): readonly Wait[] {
  if (!countdown) return [];
  const [newestMs] = lastMs;
  const clearMs = Math.max(countdown.notBeforeMs, (newestMs ?? 0) + holdMs(area));
  const clear = { of: 'clear', atMs: clearMs - offsetMs } as const;
  return clearMs === countdown.notBeforeMs ? [clear] : [{ of: 'stop', atMs: countdown.notBeforeMs - offsetMs }, clear];
}
