import type { WatchLedger } from './WatchLedger.ts';

/** The writes of a look for one area. Returns how many messages it put in. */
interface AreaWrite {
  readonly key: string;
  readonly write: () => number;
  /** Writes without the area's row, as for one that is not seen. Called if `write` failed. */
  readonly writeUnseen: () => number;
}

interface Committed {
  readonly put: number;
  /** Keys whose row could not be written, with the reason. */
  readonly unwritten: ReadonlyMap<string, string>;
}

/**
 * Writes what a look decided: all areas in one transaction, so that no cursor passes what was not written. An area that
 * cannot be written does not stop the others; the list of such areas is written too, since the cursor passed them.
 */
export class AreaCommits {
  private readonly ledger: Pick<WatchLedger, 'transaction' | 'fact' | 'setFact'>;
  private readonly onRolledBack: () => void;
  private failing: ReadonlySet<string>;

  /** @param onRolledBack is called when what memory was told was never written */
  constructor(ledger: AreaCommits['ledger'], onRolledBack: () => void) {
    this.ledger = ledger;
    this.onRolledBack = onRolledBack;
    this.failing = new Set(ledger.fact('unwritten'));
  }

  /** The area's row lacks what the cursor has passed. */
  isUnwritten(key: string): boolean {
    return this.failing.has(key);
  }

  /**
   * All or nothing.
   * @param finish writes the look's own facts last
   */
  commit(writes: readonly AreaWrite[], finish: () => void): Committed {
    try {
      const committed = this.ledger.transaction(() => {
        const done = this.writeEach(writes);
        const keys = [...done.unwritten.keys()];
        if (keys.length > 0 || this.failing.size > 0) this.ledger.setFact('unwritten', keys);
        finish();
        return done;
      });
      this.failing = new Set(committed.unwritten.keys());
      return committed;
    } catch (error) {
      this.onRolledBack();
      throw error;
    }
  }

  /** Writes those that succeeded before together; the others, or all if that fails, each by itself. */
  private writeEach(writes: readonly AreaWrite[]): Committed {
    const sound = writes.filter(({ key }) => !this.failing.has(key));
    const together = this.attempt(() => sound.reduce((put, { write }) => put + write(), 0));
    const apart = together.put === undefined ? writes : writes.filter(({ key }) => this.failing.has(key));
    const unwritten = new Map<string, string>();
    let put = together.put ?? 0;
    for (const one of apart) {
      const written = this.attempt(one.write);
      if (written.put === undefined) {
        unwritten.set(one.key, written.reason);
        put += this.attempt(one.writeUnseen).put ?? 0;
      } else put += written.put;
    }
    return { put, unwritten };
  }

  /** Call inside the transaction; a failure is rolled back alone. */
  private attempt(
    write: () => number,
  ): { readonly put: number } | { readonly put: undefined; readonly reason: string } {
    try {
      return { put: this.ledger.transaction(write) };
    } catch (error) {
      this.onRolledBack();
      return { put: undefined, reason: (error as Error).message };
    }
  }
}
