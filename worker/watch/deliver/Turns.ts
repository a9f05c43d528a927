/** At most one for each `key`. */
export interface Waiting {
  readonly key: string;
  readonly network: string;
  readonly book: string;
  /** Within a book the lowest goes first, then the oldest. */
  readonly rank: number;
  readonly decidedMs: number;
}

/**
 * Keys in the order in which they are served, as FQ-CoDel (RFC 8290, section 4.2) orders flows: new keys come before
 * served ones, and a served key goes to the end. An empty key keeps its place until its turn comes, so that coming and
 * going wins nothing.
 */
class Order<Child extends { readonly size: number }> {
  private readonly fresh = new Map<string, Child>();
  private readonly served = new Map<string, Child>();
  private readonly make: () => Child;

  constructor(make: () => Child) {
    this.make = make;
  }

  get size(): number {
    return this.fresh.size + this.served.size;
  }

  at(key: string): Child | undefined {
    return this.fresh.get(key) ?? this.served.get(key);
  }

  open(key: string): Child {
    const known = this.at(key);
    if (known) return known;
    const child = this.make();
    this.fresh.set(key, child);
    return child;
  }

  toEnd(key: string): void {
    const child = this.at(key);
    if (!child) return;
    this.fresh.delete(key);
    this.served.delete(key);
    this.served.set(key, child);
  }

  /** The keys that are not empty, in order. Drops the others. */
  *inOrder(): Generator<[string, Child]> {
    for (const keys of [this.fresh, this.served]) {
      for (const [key, child] of keys) {
        if (child.size > 0) yield [key, child];
        else keys.delete(key);
      }
    }
  }
}

/** Networks take turns, then their books; rank decides within a book. Else whoever makes many books would win. */
export class Turns<Item extends Waiting> {
  private readonly networks = new Order<Order<Map<string, Item>>>(() => new Order(() => new Map()));
  private readonly items = new Map<string, Item>();

  get size(): number {
    return this.items.size;
  }

  add(item: Item): void {
    this.remove(item.key);
    this.items.set(item.key, item);
    this.networks.open(item.network).open(item.book).set(item.key, item);
  }

  remove(key: string): void {
    const item = this.items.get(key);
    if (!item) return;
    this.items.delete(key);
    this.networks.at(item.network)?.at(item.book)?.delete(key);
  }

  some(eligible: (network: string) => boolean): boolean {
    for (const [network, books] of this.networks.inOrder()) {
      if (eligible(network) && !books.inOrder().next().done) return true;
    }
    return false;
  }

  /**
   * A network that is not `eligible` keeps its place; an item that is not admitted is taken out too and given to
   * `onHeldBack`, with what `admits` returned.
   */
  take<Reason>(
    eligible: (network: string) => boolean,
    admits: (item: Item) => true | Reason,
    onHeldBack: (item: Item, reason: Reason) => void,
  ): Item | undefined {
    for (const [network, books] of this.networks.inOrder()) {
      if (!eligible(network)) continue;
      for (const [book, items] of books.inOrder()) {
        for (const item of [...items.values()].sort((a, b) => a.rank - b.rank || a.decidedMs - b.decidedMs)) {
          const answer = admits(item);
          this.remove(item.key);
          if (answer !== true) {
            onHeldBack(item, answer);
            continue;
          }
          books.toEnd(book);
          this.networks.toEnd(network);
          return item;
        }
      }
    }
    return undefined;
  }
}
