import type { BurntArea } from '#shared/fires/burntAreas.ts';

const UPSERT = `
INSERT INTO burnt_area (id, burnt_ms, updated_ms, rings, read_ms)
SELECT value ->> 'id', value ->> 'burntMs', value ->> 'updatedMs', value -> 'rings', ?2 FROM json_each(?1) WHERE true
ON CONFLICT DO UPDATE SET burnt_ms = excluded.burnt_ms, updated_ms = excluded.updated_ms, rings = excluded.rings, read_ms = excluded.read_ms`;

const CONFIRM = `
UPDATE fire_event SET burnt_area = told.value ->> 1, is_static = 0 FROM json_each(?1) AS told WHERE fire_event.id = told.value ->> 0`;

/** So many corners' worth of areas are written at once; a parameter may have two megabytes. */
const AREAS_A_STATEMENT = 50;

/** Burnt areas, and which fires they confirm, in D1. Every method rejects if D1 does not answer. */
export class BurntAreaTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Safe to repeat. One that is drawn anew replaces what it was. */
  async insert(areas: readonly BurntArea[], nowMs: number): Promise<void> {
    for (let at = 0; at < areas.length; at += AREAS_A_STATEMENT) {
      const some = areas.slice(at, at + AREAS_A_STATEMENT);
      await this.db.prepare(UPSERT).bind(JSON.stringify(some), nowMs).run();
    }
  }

  /** Those drawn since then. */
  async since(fromMs: number): Promise<BurntArea[]> {
    const { results } = await this.db
      .prepare(
        'SELECT id, burnt_ms AS burntMs, updated_ms AS updatedMs, rings FROM burnt_area INDEXED BY burnt_area_by_time WHERE updated_ms >= ?1',
      )
      .bind(fromMs)
      .all<Omit<BurntArea, 'rings'> & { readonly rings: string }>();
    return results.map(({ rings, ...area }) => ({ ...area, rings: JSON.parse(rings) }));
  }

  /** `found`: ids of areas by those of the fires in them, which are no static sources from then on. */
  async confirm(found: ReadonlyMap<string, string>): Promise<void> {
    if (found.size === 0) return;
    await this.db
      .prepare(CONFIRM)
      .bind(JSON.stringify([...found]))
      .run();
  }

  async deleteOlderThan(beforeMs: number): Promise<number> {
    return (await this.db.prepare('DELETE FROM burnt_area WHERE updated_ms < ?1').bind(beforeMs).run()).meta.changes;
  }
}
