export interface Counted {
  readonly key: string;
  readonly count: number;
}

/** Counts by key. Each operation takes the same time however many keys there are. */
export class Tally {
  total = 0;
  private readonly counts = new Map<string, number>();
  /** The keys with each count that occurs. */
  private readonly keysWith = new Map<number, Set<string>>();
  private most = 0;

  /** Keys that have been counted at all. */
  get size(): number {
    return this.counts.size;
  }

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  /** A key with the highest count; undefined if nothing is counted. */
  heaviest(): Counted | undefined {
    const [key] = this.keysWith.get(this.most) ?? [];
    return key === undefined ? undefined : { key, count: this.most };
  }

  add(key: string): void {
    this.change(key, 1);
    this.most = Math.max(this.most, this.of(key));
  }

  /** Takes back one `add` of the key. */
  remove(key: string): void {
    if (this.of(key) === 0) return;
    this.change(key, -1);
    // The key that left the highest count, if it was the last there, is now one below.
    if (!this.keysWith.has(this.most)) this.most -= 1;
  }

  private change(key: string, by: 1 | -1): void {
    const before = this.of(key);
    const now = before + by;
    const left = this.keysWith.get(before);
    left?.delete(key);
    if (left?.size === 0) this.keysWith.delete(before);
    if (now === 0) this.counts.delete(key);
    else {
      this.counts.set(key, now);
      const joined = this.keysWith.get(now) ?? new Set();
      this.keysWith.set(now, joined.add(key));
    }
    this.total += by;
  }
}
