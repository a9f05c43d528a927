import { indexCell, OLD_CELLS } from './indexCells.ts';

/** Short enough for those who read between two of them. */
const CHUNK_ROWS = 1_000;
/** An archive of 1.6 million strikes is done in an hour and a half. */
const MAX_ROWS_A_RUN = 20_000;

const FILED_OLD = `
SELECT id, latitude, longitude FROM strike INDEXED BY strike_by_cell_time WHERE cell < ?1 LIMIT ?2`;

const REFILE = `
UPDATE strike SET cell = moved.value ->> 1 FROM json_each(?1) AS moved WHERE strike.id = moved.value ->> 0`;

/**
 * Files strikes of earlier releases under the cells of this one, a limited number at a time. Until all are moved, and
 * after, every question finds them: it asks for both. Returns how many were moved. Rejects if D1 does not answer.
 */
export async function refileArchive(db: D1Database, maxRows: number = MAX_ROWS_A_RUN): Promise<number> {
  let moved = 0;
  while (moved < maxRows) {
    const most = Math.min(CHUNK_ROWS, maxRows - moved);
    const { results } = await db
      .prepare(FILED_OLD)
      .bind(OLD_CELLS, most)
      .all<{ id: string; latitude: number; longitude: number }>();
    if (results.length === 0) break;
    const cells = results.map(({ id, latitude, longitude }) => [id, indexCell(longitude, latitude)]);
    await db.prepare(REFILE).bind(JSON.stringify(cells)).run();
    moved += results.length;
    if (results.length < most) break;
  }
  return moved;
}
