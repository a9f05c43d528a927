/** Bindings of wrangler.toml and the raw variables for `parseConfig`. Those of objects: `objects/objectStubs.ts`. */
export interface Env {
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  /** The contact messages, and the keys of the API. */
  readonly OUTBOX_DB: D1Database;
  readonly CONTACT_RATE: RateLimit;
  /** In units of 100,000 rows read. */
  readonly HISTORY_RATE: RateLimit;
  readonly LOOKUP_RATE: RateLimit;
  readonly WATCH_RATE: RateLimit;
  /** Absent where no files of days are kept. */
  readonly ARCHIVE_BUCKET?: R2Bucket;
  readonly BASEMAP_BUCKET?: R2Bucket;
  /** Locally: answers ranges of the files in the base map's folder. */
  readonly BASEMAP_FILE?: Fetcher;
  /** Absent when running locally. */
  readonly METRICS?: AnalyticsEngineDataset;
  readonly VERSION?: WorkerVersionMetadata;
  readonly [variable: string]: unknown;
}
