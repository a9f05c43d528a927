import { FactLedger } from './FactLedger.ts';
import { ForeignLedger } from './ForeignLedger.ts';
import { createFeedSchema } from './feedSchema.ts';
import { LeaseLedger } from './LeaseLedger.ts';
import { StrikeLedger } from './StrikeLedger.ts';
import { WindowLedger } from './WindowLedger.ts';

/** The part of a Durable Object's storage that the ledgers use. */
export interface LedgerStorage {
  readonly sql: SqlStorage;
  transactionSync<Result>(closure: () => Result): Result;
}

/** Everything the Feed remembers, in one SQLite database. */
export class FeedLedger {
  readonly facts: FactLedger;
  readonly strikes: StrikeLedger;
  readonly windows: WindowLedger;
  readonly foreign: ForeignLedger;
  readonly leases: LeaseLedger;
  private readonly storage: LedgerStorage;

  constructor(storage: LedgerStorage) {
    this.storage = storage;
    createFeedSchema(storage.sql);
    this.facts = new FactLedger(storage.sql);
    this.strikes = new StrikeLedger(storage.sql, this.facts);
    this.windows = new WindowLedger(storage.sql);
    this.foreign = new ForeignLedger(storage.sql);
    this.leases = new LeaseLedger(storage.sql);
  }

  /** Applies all of `closure`'s writes or, if it throws, none. */
  transaction<Result>(closure: () => Result): Result {
    return this.storage.transactionSync(closure);
  }
}
