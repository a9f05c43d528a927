/** Items that wait for their reader. Whoever fills a full queue waits, so a slow reader costs no endless memory. */
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

  /** Resolves when there is room, or nobody reads any more. */
  async room(): Promise<void> {
    while (this.items.length >= this.most && !this.ended) {
      await new Promise<void>((resolve) => this.wakeWriters.push(resolve));
    }
  }

  /** No more comes. With a fault, the reader is thrown that once it has read the rest. */
  end(fault?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.fault = fault;
    this.wakeReader?.();
    this.wake();
  }

  /** The next item; undefined at the end. */
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
