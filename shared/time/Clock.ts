/** Where the time comes from. Code that decides takes a `Clock` or a `nowMs`; only this file reads the system's. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that shows `atMs` now and goes on at the pace of `clock`. */
export function clockFrom(atMs: number, clock: Clock): Clock {
  const aheadMs = atMs - clock.now();
  return { now: () => clock.now() + aheadMs };
}
