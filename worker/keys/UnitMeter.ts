/** Limits hold in any such span of time. */
export const UNITS_WINDOW_MS = 60_000;
const SLOT_MS = 1_000;

/** In seconds since the Unix epoch, and the units spent then. */
export type SpentSecond = readonly [second: number, units: number];

/** By second. A second counts until it is over for a whole minute, so no 60 seconds hold more than the limit. */
export class UnitWindow {
  /** Oldest first. */
  private readonly slots: Map<number, number>;
  private total = 0;

  constructor(entries: Iterable<SpentSecond> = []) {
    this.slots = new Map(entries);
    for (const units of this.slots.values()) this.total += units;
  }

  get entries(): readonly SpentSecond[] {
    return [...this.slots];
  }

  spend(units: number, nowMs: number): void {
    this.forget(nowMs);
    if (units === 0) return;
    const slot = Math.floor(nowMs / SLOT_MS);
    this.slots.set(slot, (this.slots.get(slot) ?? 0) + units);
    this.total += units;
  }

  spent(nowMs: number): number {
    this.forget(nowMs);
    return this.total;
  }

  freesInMs(units: number, nowMs: number): number {
    this.forget(nowMs);
    let freed = 0;
    for (const [slot, spent] of this.slots) {
      freed += spent;
      if (freed >= units) return Math.max(0, endOf(slot) - nowMs);
    }
    return 0;
  }

  private forget(nowMs: number): void {
    for (const [slot, units] of this.slots) {
      if (endOf(slot) > nowMs) return;
      this.slots.delete(slot);
      this.total -= units;
    }
  }
}

function endOf(slot: number): number {
  return (slot + 1) * SLOT_MS + UNITS_WINDOW_MS;
}

export interface Draw {
  /** Names the purse for its lifetime. */
  readonly purse: string;
  readonly spent: number;
  /** The call needs this many units; 0 for a draw in advance. */
  readonly need: number;
  readonly want: number;
}

export interface DrawnUnits {
  /** Units added to the purse: as many as needed, or more, or 0. */
  readonly granted: number;
  readonly left: number;
  /** Until the oldest spent units become free. */
  readonly resetMs: number;
  /** After a refusal: until the needed units may be free. */
  readonly retryMs: number;
}

/** Purses stop using what they hold before this. Units not reported as spent by then are free again. */
export const HOLD_MS = 10_000;
/** A purse holds at most this part of the limit in advance, because others cannot spend it. */
const HELD_SHARE = 20;
/** Units held by others may come back any moment. */
const HELD_RETRY_MS = 1_000;

interface Hold {
  units: number;
  untilMs: number;
}

/** Units held and spent together never exceed an account's limit, however many isolates and clients there are. */
export class UnitMeter {
  private readonly window: UnitWindow;
  private readonly holds = new Map<string, Hold>();

  constructor(window: UnitWindow) {
    this.window = window;
  }

  draw({ purse, spent, need, want }: Draw, limit: number, nowMs: number): DrawnUnits {
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
    const freesInMs = this.window.freesInMs(missing, nowMs) || UNITS_WINDOW_MS;
    return this.held() > 0 ? Math.min(freesInMs, HELD_RETRY_MS) : freesInMs;
  }

  private held(): number {
    let units = 0;
    for (const hold of this.holds.values()) units += hold.units;
    return units;
  }
}

/** A relay that has not reported for this long holds no streams. */
const COUNT_GOOD_MS = 45_000;

/** One account's streams by relay, as relays report them: always whole counts, never differences. */
export class StreamCounts {
  private readonly relays = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** Whether the relay may hold `count` streams, one of them new. If not, its count stays. */
  open(relay: string, count: number, limit: number, nowMs: number): boolean {
    const fits = this.elsewhere(relay, nowMs) + count <= limit;
    this.note(relay, fits ? count : count - 1, nowMs);
    return fits;
  }

  /** Records the relay's streams, and returns how many of them it may keep. */
  report(relay: string, count: number, limit: number, nowMs: number): number {
    this.note(relay, count, nowMs);
    return Math.max(0, Math.min(count, limit - this.elsewhere(relay, nowMs)));
  }

  private note(relay: string, count: number, nowMs: number): void {
    if (count === 0) this.relays.delete(relay);
    else this.relays.set(relay, { count, untilMs: nowMs + COUNT_GOOD_MS });
  }

  private elsewhere(relay: string, nowMs: number): number {
    let sum = 0;
    for (const [name, { count, untilMs }] of this.relays) if (name !== relay && untilMs > nowMs) sum += count;
    return sum;
  }
}
