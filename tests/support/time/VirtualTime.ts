import type { Clock } from '#shared/Clock.ts';

/** Enough turns for every promise that a timer settled to be followed to its end. */
const LAPS = 60;

interface Timer {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that passes only when a test advances it, from one sleeper's waking to the next. */
export class VirtualTime implements Clock {
  private nowMs: number;
  private timers: Timer[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  now(): number {
    return this.nowMs;
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((wake) => this.timers.push({ atMs: this.nowMs + Math.max(0, delayMs), wake }));
  }

  /** Lets time pass until `untilMs`, waking every sleeper at its instant and in order. */
  async passUntil(untilMs: number): Promise<void> {
    for (;;) {
      for (let lap = 0; lap < LAPS; lap += 1) await null;
      const next = this.timers.reduce<Timer | undefined>(
        (first, timer) => (first && first.atMs <= timer.atMs ? first : timer),
        undefined,
      );
      if (!next || next.atMs > untilMs) break;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      this.timers = this.timers.filter((timer) => timer !== next);
      next.wake();
    }
    this.nowMs = untilMs;
  }

  pass(ms: number): Promise<void> {
    return this.passUntil(this.nowMs + ms);
  }
}

interface FakeClock extends Clock {
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
