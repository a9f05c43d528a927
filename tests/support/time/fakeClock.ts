import type { Clock } from '#shared/time/Clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** A clock that stands still until it is moved. */
export function fakeClock(startMs: number): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
