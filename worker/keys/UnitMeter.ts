import { type UnitWindow, WINDOW_MS } from './UnitWindow.ts';

/** What one purse asks of its account's meter. */
export interface Draw {
  /** Names the purse for as long as it lives. */
  readonly purse: string;
  /** Units spent since the last draw. */
  readonly spent: number;
  /** Without so many the call cannot be made; 0 for a draw in advance. */
  readonly need: number;
  /** What the purse would like to hold. */
  readonly want: number;
}

export interface Drawn {
  /** Units added to the purse: as many as needed, or more, or 0. */
  readonly granted: number;
  /** Units of the limit that nobody has spent. */
  readonly left: number;
  /** Until the units that were spent first come free again. */
  readonly resetMs: number;
  /** After a refusal: until what is needed may be there. */
  readonly retryMs: number;
}

/** Purses stop using what they hold before this. What is not told to be spent by then is free again. */
export const HOLD_MS = 10_000;
/** A purse holds this part of the limit in advance at most: what it holds, others cannot spend. */
const HELD_SHARE = 20;
/** What others hold may come back any moment. */
const HELD_RETRY_MS = 1_000;

interface Hold {
  units: number;
  untilMs: number;
}

/**
 * Which isolate may spend how much of an account's limit. Units are held by a purse or spent; both together are never more
 * than the limit, so however many isolates and clients there are, the limit holds.
 */
export class UnitMeter {
  private readonly window: UnitWindow;
  private readonly holds = new Map<string, Hold>();

  constructor(window: UnitWindow) {
    this.window = window;
  }

  draw({ purse, spent, need, want }: Draw, limit: number, nowMs: number): Drawn {
    this.window.spend(spent, nowMs);
    for (const [name, hold] of this.holds) if (hold.untilMs <= nowMs) this.holds.delete(name);
    const hold = this.holds.get(purse) ?? { units: 0, untilMs: 0 };
    hold.units = Math.max(0, hold.units - spent);
    const free = limit - this.window.spent(nowMs) - this.held();
    const inAdvance = Math.min(want, Math.floor(limit / HELD_SHARE)) - hold.units;
    const granted = free < Math.max(need, 1) ? 0 : Math.min(free, Math.max(need, inAdvance, 0));
    hold.units += granted;
    hold.untilMs = nowMs + HOLD_MS;
    this.holds.set(purse, hold);
    return {
      granted,
      left: Math.max(0, limit - this.window.spent(nowMs)),
      resetMs: this.window.freesInMs(1, nowMs),
      retryMs: granted === 0 ? this.retryMs(need - free, nowMs) : 0,
    };
  }

  private retryMs(missing: number, nowMs: number): number {
    const freesInMs = this.window.freesInMs(missing, nowMs) || WINDOW_MS;
    return this.held() > 0 ? Math.min(freesInMs, HELD_RETRY_MS) : freesInMs;
  }

  private held(): number {
    let units = 0;
    for (const hold of this.holds.values()) units += hold.units;
    return units;
  }
}
