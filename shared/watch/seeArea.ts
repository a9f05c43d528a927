import type { AreaState, Sight } from './AreaState.ts';
import type { Pulse } from './Pulse.ts';

const DELAYED_AFTER_MS = 60_000;
const BLIND_AFTER_MS = 120_000;
const STEADY_MS = 60_000;

export interface Seen {
  readonly sight: Sight;
  readonly steadySinceMs: number | null;
}

/** How old what we know of an area is: its watermark by the provider's clock, and the pulse itself since it was heard. */
export function lagMs(pulse: Pulse | null, watermarkMs: number | null, heardMs: number | null, nowMs: number): number {
  if (!pulse || watermarkMs === null || heardMs === null) return Number.POSITIVE_INFINITY;
  return pulse.providerNowMs - watermarkMs + Math.max(0, nowMs - heardMs);
}

/** Whether we see. Who was blind must have been told in time for a minute; who has yet to see for the first time, not. */
export function seeArea(state: AreaState, lag: number, nowMs: number): Seen {
  if (lag > BLIND_AFTER_MS) return { sight: 'unknown', steadySinceMs: null };
  const sight = lag > DELAYED_AFTER_MS ? 'delayed' : 'seen';
  if (state.sight !== 'unknown' || !state.seenBefore) return { sight, steadySinceMs: null };
  if (sight === 'delayed') return { sight: 'unknown', steadySinceMs: null };
  const steadySinceMs = state.steadySinceMs ?? nowMs;
  return nowMs - steadySinceMs >= STEADY_MS ? { sight, steadySinceMs: null } : { sight: 'unknown', steadySinceMs };
}
