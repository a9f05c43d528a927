import { HOME_REGION } from '#shared/geo/regions.ts';
import type { Span } from '#shared/time.ts';
import type { FeedCause } from '#shared/wire/FeedEvent.ts';

/** How far the Feed has read home, and its state. Stored with the strikes. */
export interface HomeRecord {
  /** Home was read up to this instant, except for `gaps`; null if not known. */
  readonly completeToMs: number | null;
  /** Before `completeToMs`; merged, oldest first. */
  readonly gaps: readonly Span[];
  readonly lastSuccessMs: number | null;
  readonly cause: FeedCause | null;
}

export interface StoredRecord extends HomeRecord {
  /** Strikes before this instant may have been deleted because there were too many. */
  readonly droppedToMs: number;
}

const STORE_STATE = 'UPDATE archive_state SET complete_to_ms = ?1, last_success_ms = ?2, cause = ?3 WHERE one = 1';
const FORGET_SPANS = 'DELETE FROM gap_span WHERE region = ?1';
const RETAINED_SPANS = `INSERT INTO gap_span (region, from_ms, to_ms)
SELECT ?1, value ->> 0, value ->> 1 FROM json_each(?2)`;

/** Replaces the record. To be run in one transaction. */
export function recordStatements(db: D1Database, record: HomeRecord): D1PreparedStatement[] {
  const { completeToMs, lastSuccessMs, cause, gaps } = record;
  return [
    db.prepare(STORE_STATE).bind(completeToMs, lastSuccessMs, cause),
    db.prepare(FORGET_SPANS).bind(HOME_REGION),
    db.prepare(RETAINED_SPANS).bind(HOME_REGION, JSON.stringify(gaps)),
  ];
}

const READ = `
SELECT seq, complete_to_ms, last_success_ms, cause, dropped_to_ms, (
  SELECT json_group_array(json_array(from_ms, to_ms)) FROM (
    SELECT from_ms, to_ms FROM gap_span WHERE region = ?1 ORDER BY from_ms)) AS gaps
FROM archive_state WHERE one = 1`;

/** One row for `recordOf`; its `seq` is the archive's. */
export function recordQuery(db: D1Database): D1PreparedStatement {
  return db.prepare(READ).bind(HOME_REGION);
}

export interface RecordRow {
  readonly seq: number;
  readonly complete_to_ms: number | null;
  readonly last_success_ms: number | null;
  readonly cause: FeedCause | null;
  readonly dropped_to_ms: number;
  readonly gaps: string;
}

export const NOTHING_KNOWN: StoredRecord = {
  completeToMs: null,
  gaps: [],
  lastSuccessMs: null,
  cause: null,
  droppedToMs: 0,
};

export function recordOf(row: RecordRow | null | undefined): StoredRecord {
  if (!row) return NOTHING_KNOWN;
  return {
    completeToMs: row.complete_to_ms,
    gaps: JSON.parse(row.gaps),
    lastSuccessMs: row.last_success_ms,
    cause: row.cause,
    droppedToMs: row.dropped_to_ms,
  };
}
