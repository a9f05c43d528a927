import type { Clock } from '#shared/time/Clock.ts';

/**
 * Remembers a value in this isolate's memory for `forMs`. Callers that find none load it each for themselves: what one
 * request waits for may not be awaited by another.
 */
export function remembered<Value>(forMs: number, clock: Clock): (load: () => Promise<Value>) => Promise<Value> {
  let held: { readonly value: Value; readonly untilMs: number } | undefined;
  return async (load) => {
    if (held && clock.now() < held.untilMs) return held.value;
    const value = await load();
    held = { value, untilMs: clock.now() + forMs };
    return value;
  };
}
