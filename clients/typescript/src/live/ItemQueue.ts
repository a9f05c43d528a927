/** A bounded queue: adding to a full queue waits, so that a slow reader costs bounded memory. */
export class ItemQueue<Item> {
  private readonly items: Item[] = [];
  private readonly most: number;
  private fault: unknown;
  private ended = false;
  private wakeReader: (() => void) | undefined;
  private wakeWriters: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
  }

  push(item: Item): void {
    this.items.push(item);
    this.wakeReader?.();
  }

  async room(): Promise<void> {
    while (this.items.length >= this.most && !this.ended) {
      await new Promise<void>((resolve) => this.wakeWriters.push(resolve));
    }
  }

  /** Ends the queue. With `fault`, the reader gets that error after the remaining items. */
  end(fault?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.fault = fault;
    this.wakeReader?.();
    this.wake();
  }

  async take(): Promise<Item | undefined> {
    while (this.items.length === 0 && !this.ended) {
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    }
    const item = this.items.shift();
    if (this.items.length < this.most) this.wake();
    if (item === undefined && this.fault !== undefined) throw this.fault;
    return item;
  }

  private wake(): void {
    for (const resolve of this.wakeWriters.splice(0)) resolve();
  }
}
