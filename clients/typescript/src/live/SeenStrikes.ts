/** How long an id is remembered after its strike: the server reads missed time up to 24 h back. */
const REMEMBERED_MS = 26 * 3_600_000;
const SWEEP_AFTER = 10_000;

/** The ids that were told. Ordinals would not do: after the server forgot, they are other numbers. */
export class SeenStrikes {
  private readonly atMsOf = new Map<string, number>();
  private sinceSweep = 0;

  /** Whether the strike is new; it is not from then on. */
  add(id: string, atMs: number, nowMs: number): boolean {
    if (this.atMsOf.has(id)) return false;
    this.atMsOf.set(id, atMs);
    this.sinceSweep += 1;
    if (this.sinceSweep >= SWEEP_AFTER) this.sweep(nowMs - REMEMBERED_MS);
    return true;
  }

  get size(): number {
    return this.atMsOf.size;
  }

  private sweep(beforeMs: number): void {
    this.sinceSweep = 0;
    for (const [id, atMs] of this.atMsOf) if (atMs < beforeMs) this.atMsOf.delete(id);
  }
}
