import type { Clock } from '#shared/time/Clock.ts';
import { REPLAY_STRIKES } from './ReplayFrames.ts';

/** Strikes one network may have replayed at once: five full rings. */
const BURST_STRIKES = 300_000;
const STRIKES_PER_SECOND = 2_000;

interface Spent {
  readonly strikes: number;
  readonly atMs: number;
}

/**
 * Bounds what each network can make a relay replay, because a request of 150 bytes may ask for megabytes. A replay of
 * one frame is free: hundreds of people behind one address may come back in the same second.
 */
export class ReplayBudget {
  private readonly clock: Clock;
  private readonly spent = new Map<string, Spent>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Charges a replay of `strikes`; or, if that is too much, charges nothing and returns the seconds to wait. */
  charge(network: string, strikes: number): number | undefined {
    if (strikes <= REPLAY_STRIKES) return undefined;
    const total = this.owed(network) + strikes;
    if (total > BURST_STRIKES) return Math.ceil((total - BURST_STRIKES) / STRIKES_PER_SECOND);
    this.spent.set(network, { strikes: total, atMs: this.clock.now() });
    return undefined;
  }

  /** Forgets the networks that have their whole budget again. */
  prune(): void {
    for (const network of this.spent.keys()) if (this.owed(network) === 0) this.spent.delete(network);
  }

  private owed(network: string): number {
    const spent = this.spent.get(network);
    if (!spent) return 0;
    const refilled = ((this.clock.now() - spent.atMs) / 1000) * STRIKES_PER_SECOND;
    return Math.max(0, spent.strikes - Math.max(0, refilled));
  }
}
