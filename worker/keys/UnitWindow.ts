/** Limits count the units of so long a time, whenever it begins. */
export const WINDOW_MS = 60_000;
const SLOT_MS = 1_000;

/** A second, counted since the Unix epoch, and the units spent in it. */
export type SpentSecond = readonly [second: number, units: number];

/**
 * Units spent in the last minute, by second. A second counts until it is over for a whole minute, so no 60 seconds,
 * wherever they begin, ever hold more than what was found free.
 */
export class UnitWindow {
  /** Units by the second in which they were spent, the oldest first. */
  private readonly slots: Map<number, number>;
  private total = 0;

  /** `entries` are those of a window that was kept. */
  constructor(entries: Iterable<SpentSecond> = []) {
    this.slots = new Map(entries);
    for (const units of this.slots.values()) this.total += units;
  }

  /** What must be kept to go on after a restart. */
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

  /** How long until so many units of what was spent come free; 0 if fewer were spent. */
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
  return (slot + 1) * SLOT_MS + WINDOW_MS;
}
