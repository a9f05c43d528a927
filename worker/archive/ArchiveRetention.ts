import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time.ts';
import { MARK_FIRST_DIRTY } from './counts.ts';
import { retainedSinceMs, type StrikeArchive } from './StrikeArchive.ts';
import { ALL_TILES, indexColumnsWithEdges, tileOfIndex, tilesOf, usedTiles } from './windowQuery.ts';

/** Rows of each tile on the edge of home that one step passes. Most of them lie at home and stay. */
const EDGE_WALK_ROWS = 500;

const EVERY_COLUMN = JSON.stringify([ALL_TILES]);

/** In every tile but those of the columns ?4. */
const DELETE_OLD = `
DELETE FROM strike WHERE id IN (
  WITH RECURSIVE ${usedTiles('?1')}
  SELECT strike.id FROM used CROSS JOIN strike INDEXED BY strike_by_tile_time ON strike.index_tile = used.index_tile
  WHERE strike.at_ms < ?2 AND NOT EXISTS (
    SELECT 1 FROM json_each(?4) WHERE used.index_tile BETWEEN value ->> 0 AND value ->> 1)
  LIMIT ?3)`;

/** The end of the next step, so that no tile passes more than its rows. */
const EDGE_STEP = `
SELECT pruned AS fromMs, max(pruned + 1, coalesce(min(at_ms), ?2)) AS toMs FROM (
  SELECT elsewhere_pruned_ms AS pruned, (
    SELECT at_ms FROM strike INDEXED BY strike_by_tile_time
    WHERE index_tile = value AND at_ms >= elsewhere_pruned_ms AND at_ms < ?2 ORDER BY at_ms LIMIT 1 OFFSET ?3) AS at_ms
  FROM archive_state CROSS JOIN json_each(?1))`;

const DELETE_OUTSIDE_HOME = `
DELETE FROM strike WHERE id IN (
  SELECT strike.id FROM json_each(?1) CROSS JOIN strike INDEXED BY strike_by_tile_time ON strike.index_tile = value
  WHERE strike.at_ms >= ?2 AND strike.at_ms < ?3
    AND NOT (strike.longitude BETWEEN ?4 AND ?5 AND strike.latitude BETWEEN ?6 AND ?7))`;

const DELETE_FIRST = `DELETE FROM strike WHERE ordinal IN (SELECT ordinal FROM strike ORDER BY ordinal LIMIT ?1)`;

/** Notes the time before strikes are deleted, so that no answer takes it for a quiet sky. */
const NOTE_DROPPED = `
UPDATE archive_state SET dropped_to_ms = max(dropped_to_ms, (
  SELECT coalesce(max(at_ms) + 1, 0) FROM (SELECT at_ms FROM strike ORDER BY ordinal LIMIT ?1))) WHERE one = 1`;

const COUNT_DELETED =
  'UPDATE archive_state SET strikes = max(0, strikes - changes()) WHERE one = 1 RETURNING changes() AS deleted';

/** Deletes strikes, and with them their details, from the archive, a limited number at a time. Every method rejects if D1 does not answer. */
export class ArchiveRetention {
  private readonly db: D1Database;
  private readonly home: BBox;
  private readonly edgeTiles: string;
  private readonly homeColumns: string;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
    const touching = indexColumnsWithEdges(home);
    this.homeColumns = JSON.stringify(touching);
    this.edgeTiles = JSON.stringify(tilesOf(touching).filter((tile) => !liesWithin(home, tile)));
  }

  async deleteOlderThan(beforeMs: number, maxRows: number): Promise<number> {
    return this.delete(DELETE_OLD, EVERY_COLUMN, beforeMs, maxRows, '[]');
  }

  /** As `deleteOlderThan`, in index tiles that do not touch home. */
  async deleteFar(beforeMs: number, maxRows: number): Promise<number> {
    return this.delete(DELETE_OLD, EVERY_COLUMN, beforeMs, maxRows, this.homeColumns);
  }

  /**
   * Deletes what is older than `beforeMs` and outside home, in index tiles that home shares: one step. `done` when none
   * is left. Strikes that arrive behind the steps, days late, are retained as long as home.
   */
  async deleteAroundHome(beforeMs: number): Promise<{ deleted: number; done: boolean }> {
    const step = await this.db
      .prepare(EDGE_STEP)
      .bind(this.edgeTiles, beforeMs, EDGE_WALK_ROWS)
      .first<{ fromMs: number | null; toMs: number | null }>();
    const { fromMs, toMs } = step ?? {};
    if (typeof fromMs !== 'number' || typeof toMs !== 'number' || fromMs >= beforeMs) return { deleted: 0, done: true };
    const { west, east, south, north } = this.home;
    const [, counted] = await this.db.batch<Counted>([
      this.db.prepare(DELETE_OUTSIDE_HOME).bind(this.edgeTiles, fromMs, toMs, west, east, south, north),
      this.db.prepare(COUNT_DELETED),
      this.db.prepare('UPDATE archive_state SET elsewhere_pruned_ms = ?1 WHERE one = 1').bind(toMs),
    ]);
    return { deleted: deletedOf(counted), done: toMs >= beforeMs };
  }

  /** Deletes the `maxRows` strikes with the lowest numbers. Returns how many. */
  async deleteFirst(maxRows: number): Promise<number> {
    const [, , , counted] = await this.db.batch<Counted>([
      this.db.prepare(NOTE_DROPPED).bind(maxRows),
      this.db.prepare(MARK_FIRST_DIRTY).bind(maxRows),
      this.db.prepare(DELETE_FIRST).bind(maxRows),
      this.db.prepare(COUNT_DELETED),
    ]);
    return deletedOf(counted);
  }

  async forgetGaps(beforeMs: number): Promise<void> {
    await this.db.prepare('DELETE FROM gap_span WHERE to_ms <= ?1').bind(beforeMs).run();
  }

  private async delete(statement: string, ...values: unknown[]): Promise<number> {
    const [, counted] = await this.db.batch<Counted>([
      this.db.prepare(statement).bind(...values),
      this.db.prepare(COUNT_DELETED),
    ]);
    return deletedOf(counted);
  }
}

interface Counted {
  readonly deleted: number;
}

/** Strikes alone, while D1's own count includes their details. */
function deletedOf(counted: D1Result<Counted> | undefined): number {
  return counted?.results[0]?.deleted ?? 0;
}

function liesWithin(home: BBox, tile: number): boolean {
  const { west, south, east, north } = tileBounds(tileOfIndex(tile));
  return bboxContains(home, west, south) && bboxContains(home, east, north);
}

/** Strikes outside home are retained as long as the map shows them, and some hours more for late sweeps. */
const ELSEWHERE_HOURS = 30;
/** Short, so that readers wait little between two deletions. */
const CHUNK_ROWS = 1_000;
/** At one run a minute, ten times the world's average rate of strikes that a provider could report. */
const MAX_DELETED_PER_RUN = 20_000;
const MAX_STEPS_AROUND_HOME = 20;

interface StoredHistory {
  readonly historyDays: number;
  readonly maxRows: number;
}

/** Deletes what is past its time, oldest first, a limited number at a time. Returns how many strikes were deleted. */
export async function retainArchive(
  archive: Pick<StrikeArchive, 'size'>,
  retention: Pick<ArchiveRetention, 'deleteOlderThan' | 'deleteFar' | 'deleteAroundHome' | 'deleteFirst'>,
  { historyDays, maxRows }: StoredHistory,
  nowMs: number,
): Promise<number> {
  let left = MAX_DELETED_PER_RUN;
  const inChunks = async (deleteSome: (rows: number) => Promise<number>, most: number): Promise<void> => {
    const goal = left - Math.min(left, most);
    while (left > goal) {
      const rows = Math.min(CHUNK_ROWS, left - goal);
      const deleted = await deleteSome(rows);
      left -= deleted;
      if (deleted < rows) return;
    }
  };
  const elsewhereMs = nowMs - ELSEWHERE_HOURS * HOUR_MS;
  await inChunks((rows) => retention.deleteOlderThan(retainedSinceMs(historyDays, nowMs), rows), left);
  await inChunks((rows) => retention.deleteFar(elsewhereMs, rows), left);
  for (let step = 0; step < MAX_STEPS_AROUND_HOME && left > 0; step += 1) {
    const { deleted, done } = await retention.deleteAroundHome(elsewhereMs);
    left -= deleted;
    if (done) break;
  }
  const excess = (await archive.size()) - maxRows;
  if (excess > 0) await inChunks((rows) => retention.deleteFirst(rows), excess);
  return MAX_DELETED_PER_RUN - left;
}
