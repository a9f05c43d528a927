import type { Clock } from '#shared/time/Clock.ts';

/**
 * Keeps a loaded value in this isolate's memory for `forMs`. Concurrent callers without one each load their own,
 * because Workers do not allow one request to await another's I/O.
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
