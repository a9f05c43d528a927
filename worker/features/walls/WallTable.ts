import { DAY_MS } from '#shared/time.ts';
import { dayStartMs, utcDay } from '#shared/utcDay.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { shareOfNetwork } from '#worker/watch/limits.ts';

/** A wall whose setup is not read for this long is deleted. */
const IDLE_DAYS = 400;
export const MOST_WALLS = 20_000;
/** A wall read on a later day than its creation is in use. It may be evicted once nobody has read it for this long. */
const USED_IDLE_DAYS = 30;

export interface NewWall {
  readonly id: string;
  readonly viewKey: string;
  readonly editKey: string;
  /** JSON. */
  readonly setup: string;
  /** The creator's network, hashed; null on a developer's machine. */
  readonly network: string | null;
}

export type WallRight = 'view' | 'edit';

/** `full`: the daily limit, or the total limit with all in use. `share`: the network reached its share for today. */
export type AddedWall = 'added' | 'full' | 'share';

interface Row {
  readonly view_hash: string;
  readonly edit_hash: string;
  readonly setup: string;
  readonly seen_day: number;
}

/** The stored setups of walls. Every method rejects if D1 does not respond. */
export class WallTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** The daily limit is shared among networks as for watchlists: `shareOfNetwork`. */
  async add({ id, viewKey, editKey, setup, network }: NewWall, nowMs: number, mostADay: number): Promise<AddedWall> {
    const counted = await this.db
      .prepare(
        `SELECT count(*) AS walls, coalesce(sum(created_at_ms >= ?1), 0) AS today,
           coalesce(sum(created_at_ms >= ?1 AND network = ?2), 0) AS near FROM wall`,
      )
      .bind(dayStartMs(nowMs), network)
      .first<{ walls: number; today: number; near: number }>();
    const { walls = 0, today = 0, near = 0 } = counted ?? {};
    if (today >= mostADay) return 'full';
    if (network !== null && near >= shareOfNetwork({ occupied: today, most: mostADay })) return 'share';
    if (walls >= MOST_WALLS && !(await this.makeRoom(nowMs))) return 'full';
    await this.db
      .prepare(
        `INSERT INTO wall (id, view_hash, edit_hash, setup, created_at_ms, seen_day, network)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, hashOf(viewKey), hashOf(editKey), setup, nowMs, utcDay(nowMs), network)
      .run();
    return 'added';
  }

  /**
   * Evicts one wall, by the rule for watchlists: one that was never used and not read for a day, longest idle first;
   * else one that was used, but not for a month. False if there is none.
   */
  private async makeRoom(nowMs: number): Promise<boolean> {
    const { meta } = await this.db
      .prepare(
        `DELETE FROM wall WHERE id = (
           SELECT id FROM wall WHERE seen_day < ?1 AND (seen_day <= created_at_ms / ?3 OR seen_day < ?2)
           ORDER BY seen_day > created_at_ms / ?3, seen_day, created_at_ms LIMIT 1)`,
      )
      .bind(utcDay(nowMs), utcDay(nowMs) - USED_IDLE_DAYS, DAY_MS)
      .run();
    return meta.changes > 0;
  }

  /** The key's right, and the setup; undefined if no wall has this id and this key. */
  async read(id: string, key: string, nowMs: number): Promise<{ right: WallRight; setup: string } | undefined> {
    const row = await this.db.prepare('SELECT * FROM wall WHERE id = ?').bind(id).first<Row>();
    const hash = hashOf(key);
    const right = hash === row?.edit_hash ? 'edit' : hash === row?.view_hash ? 'view' : undefined;
    if (!row || !right) return undefined;
    // One write a day, however often an open wall requests it.
    if (row.seen_day < utcDay(nowMs)) {
      await this.db.prepare('UPDATE wall SET seen_day = ? WHERE id = ?').bind(utcDay(nowMs), id).run();
    }
    return { right, setup: row.setup };
  }

  async change(id: string, setup: string): Promise<void> {
    await this.db.prepare('UPDATE wall SET setup = ? WHERE id = ?').bind(setup, id).run();
  }

  /** The previous view key becomes invalid. */
  async replaceViewKey(id: string, viewKey: string): Promise<void> {
    await this.db.prepare('UPDATE wall SET view_hash = ? WHERE id = ?').bind(hashOf(viewKey), id).run();
  }

  async remove(id: string): Promise<void> {
    await this.db.prepare('DELETE FROM wall WHERE id = ?').bind(id).run();
  }

  /** Deletes the networks of past days, and the walls that nobody reads. Returns how many were deleted. */
  async tidy(nowMs: number): Promise<number> {
    const [, deleted] = await this.db.batch([
      this.db
        .prepare('UPDATE wall SET network = NULL WHERE network IS NOT NULL AND created_at_ms < ?')
        .bind(dayStartMs(nowMs)),
      this.db.prepare('DELETE FROM wall WHERE seen_day < ?').bind(utcDay(nowMs) - IDLE_DAYS),
    ]);
    return deleted?.meta.changes ?? 0;
  }
}
