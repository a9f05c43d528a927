/** A relay that has not told its count for so long holds no streams. */
const COUNT_GOOD_MS = 45_000;

/** How many streams of one account each relay holds, as the relays tell it: always whole counts, never differences. */
export class StreamCounts {
  private readonly relays = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** Whether the relay may hold `count` streams, one of them new. If not, its count stays what it was. */
  open(relay: string, count: number, limit: number, nowMs: number): boolean {
    const fits = this.elsewhere(relay, nowMs) + count <= limit;
    this.note(relay, fits ? count : count - 1, nowMs);
    return fits;
  }

  /** Takes down what the relay holds, and returns how much of that it may keep. */
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
