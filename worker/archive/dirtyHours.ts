import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

/** Makes the hours in which strikes fell dirty: they must be counted anew. `hoursOf` the strikes is bound. */
export const MARK_DIRTY = 'INSERT OR IGNORE INTO dirty_hour (hour) SELECT value FROM json_each(?1)';

/** The hours in which the strikes fell, as JSON. */
export function hoursOf(strikes: readonly Strike[]): string {
  return JSON.stringify([...new Set(strikes.map(({ atMs }) => Math.floor(atMs / HOUR_MS)))]);
}

/** The same of the strikes that were numbered first, before they are deleted. Their number is bound. */
export const MARK_FIRST_DIRTY = `
INSERT OR IGNORE INTO dirty_hour (hour)
SELECT DISTINCT at_ms / ${HOUR_MS} FROM (SELECT at_ms FROM strike ORDER BY ordinal LIMIT ?1)`;
