import type { Clock } from '#shared/Clock.ts';
import type { Timers } from '#web/sky/feed/Timers.ts';

/** How long no new value may arrive, and how long the last one waits at most if others keep arriving. */
export interface RestTimes {
  readonly restMs: number;
  readonly mostMs: number;
}

/** Debounces: passes the first of several quick values at once, then the newest once they rest. */
export interface OnceAtRest<Value> {
  pass(value: Value): void;
  cancel(): void;
}

export function onceAtRest<Value>(
  passOn: (value: Value) => void,
  { restMs, mostMs }: RestTimes,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
): OnceAtRest<Value> {
  let cameMs = Number.NEGATIVE_INFINITY;
  let passedMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  return {
    pass(value) {
      const nowMs = clock.now();
      const rested = nowMs >= cameMs + restMs;
      cameMs = nowMs;
      cancel?.();
      const pass = () => {
        cancel = undefined;
        passedMs = clock.now();
        passOn(value);
      };
      if (rested || nowMs >= passedMs + mostMs) pass();
      else cancel = timers.after(Math.min(restMs, passedMs + mostMs - nowMs), pass);
    },
    cancel() {
      cancel?.();
      cancel = undefined;
    },
  };
}
