import type { BBox } from '#shared/geo/BBox.ts';
import { parseTile, tileBounds } from '#shared/geo/tile.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { Region } from '../plan/planRegions.ts';
import { FactLedger } from './FactLedger.ts';
import { createFeedSchema } from './feedSchema.ts';
import { LeaseLedger } from './LeaseLedger.ts';
import { StrikeLedger } from './StrikeLedger.ts';
import { WindowLedger } from './WindowLedger.ts';

/** The two methods of a Durable Object's storage that the Feed's ledgers live on. */
export interface LedgerStorage {
  readonly sql: SqlStorage;
  transactionSync<Result>(closure: () => Result): Result;
}

/** All that the Feed remembers, over one SQLite database. */
export class FeedLedger {
  readonly facts: FactLedger;
  readonly strikes: StrikeLedger;
  readonly windows: WindowLedger;
  readonly leases: LeaseLedger;
  /** Rows at which an answer of the provider counts as truncated. */
  readonly providerLimit = PROVIDER_LIMIT;
  private readonly storage: LedgerStorage;

  constructor(storage: LedgerStorage) {
    this.storage = storage;
    createFeedSchema(storage.sql);
    this.facts = new FactLedger(storage.sql);
    this.strikes = new StrikeLedger(storage.sql, this.facts);
    this.windows = new WindowLedger(storage.sql);
    this.leases = new LeaseLedger(storage.sql);
  }

  /** All of `closure`'s writes or none. */
  transaction<Result>(closure: () => Result): Result {
    return this.storage.transactionSync(closure);
  }

  /** The watched cells of a region that keep a mark of their own beside the region's. */
  cellsOf(region: Region): { key: string; bbox: BBox }[] {
    return region.cells
      .filter((key) => key !== region.key)
      .flatMap((key) => {
        const tile = parseTile(key);
        return tile ? [{ key, bbox: tileBounds(tile) }] : [];
      });
  }
}
