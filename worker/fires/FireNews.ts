import type { LightningState } from '#shared/fires/joinFire.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';

/** A fire first seen longer ago is no news. */
export const NEWS_MS = DAY_MS;
/** News may be corrected for as long as hotspots are gathered. */
export const NEWS_KEPT_MS = 31 * DAY_MS;

/** A fire as it is known now. */
export interface NewsFire {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly frpMw: number;
  /** Its place was hot on many days, and it has not grown. */
  readonly isStatic: boolean;
  readonly state: LightningState;
  readonly chance: number;
  /** Above 0 the chance is at least that; absent in what was kept before it was known. */
  readonly unreadShare?: number;
}

/** `seq` grows from one to the next. `merged`: it has grown together with another fire and is known by that one's id. */
export type FireNews =
  | { readonly seq: number; readonly kind: 'judged'; readonly fire: NewsFire }
  | { readonly seq: number; readonly kind: 'merged'; readonly fire: string; readonly into: string };

const JUDGED = `
INSERT OR REPLACE INTO fire_news (fire, at_ms)
SELECT id, ?2 FROM fire_event
WHERE id = ?1 AND (
  (state = 'likely' AND is_static = 0 AND first_seen_ms >= ?2 - ${NEWS_MS}) OR EXISTS (SELECT 1 FROM fire_news WHERE fire = ?1))`;

const MERGED = `
INSERT OR REPLACE INTO fire_news (fire, became, at_ms)
SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1) WHERE value ->> 0 IN (SELECT fire FROM fire_news)`;

const HEIRS = `
INSERT OR REPLACE INTO fire_news (fire, at_ms)
SELECT DISTINCT value ->> 1, ?2 FROM json_each(?1) WHERE value ->> 0 IN (SELECT fire FROM fire_news)`;

const AFTER = `
SELECT seq, fire, became, latitude, longitude, first_seen_ms AS firstSeenMs, last_seen_ms AS lastSeenMs, frp_mw AS frpMw,
  is_static AS isStatic, CASE WHEN joined_ms IS NULL THEN 'unread' ELSE state END AS state, coalesce(chance, 0) AS chance,
  coalesce(unread_share, 0) AS unreadShare
FROM fire_news LEFT JOIN fire_event ON fire_event.id = fire_news.fire
WHERE seq > ?1 AND (became IS NOT NULL OR fire_event.id IS NOT NULL) ORDER BY seq LIMIT ?2`;

/** Part of the transaction that judges a fire: news if it is likely and fresh, or was news before. */
export function newsOfVerdict(db: D1Database, id: string, nowMs: number): D1PreparedStatement {
  return db.prepare(JUDGED).bind(id, nowMs);
}

/** Part of the transaction in which fires grow together: `merged` has what each that is gone became. */
export function newsOfMerging(
  db: D1Database,
  merged: ReadonlyMap<string, string>,
  nowMs: number,
): D1PreparedStatement[] {
  const pairs = JSON.stringify([...merged]);
  return [MERGED, HEIRS].map((sql) => db.prepare(sql).bind(pairs, nowMs));
}

type NewsRow = Omit<NewsFire, 'id' | 'isStatic'> & {
  readonly seq: number;
  readonly fire: string;
  readonly became: string | null;
  readonly isStatic: number;
};

/** The news after this number, at most so many. Rejects if D1 does not answer. */
export async function fireNewsAfter(db: D1Database, after: number, limit: number): Promise<FireNews[]> {
  const { results } = await db.prepare(AFTER).bind(after, limit).all<NewsRow>();
  return results.map(({ seq, fire, became, isStatic, ...known }) =>
    became === null
      ? { seq, kind: 'judged', fire: { id: fire, ...known, isStatic: isStatic === 1 } }
      : { seq, kind: 'merged', fire, into: became },
  );
}

/** Deletes what is so old that nobody will be told of it. */
export async function forgetFireNews(db: D1Database, nowMs: number): Promise<void> {
  await db
    .prepare('DELETE FROM fire_news WHERE at_ms < ?1')
    .bind(nowMs - NEWS_KEPT_MS)
    .run();
}
