/** Only this file reads the system clock; other code takes a `Clock` or a `nowMs`. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that shows `atMs` now and runs at the pace of `clock`. */
export function clockFrom(atMs: number, clock: Clock): Clock {
  const aheadMs = atMs - clock.now();
  return { now: () => clock.now() + aheadMs };
}
