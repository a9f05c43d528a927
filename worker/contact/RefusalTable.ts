import { utcDay } from '#shared/time/utcDay.ts';

/** Refusals by reason. */
export type Refusals = Readonly<Record<string, number>>;

const DAYS_KEPT = 30;

/** How many contact requests were refused each UTC day, in the outbox's database. Every method rejects if D1 does not answer. */
export class RefusalTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Adds to the counts of the UTC day that contains `nowMs`. */
  async add(refusals: Refusals, nowMs: number): Promise<void> {
    const statement = this.db.prepare(
      `INSERT INTO contact_refusal (day, reason, refusals) VALUES (?1, ?2, ?3)
       ON CONFLICT (day, reason) DO UPDATE SET refusals = refusals + ?3`,
    );
    await this.db.batch(
      Object.entries(refusals).map(([reason, count]) => statement.bind(utcDay(nowMs), reason, count)),
    );
  }

  /** The counts of the UTC day that contains `nowMs`. */
  async today(nowMs: number): Promise<Refusals> {
    const { results } = await this.db
      .prepare('SELECT reason, refusals FROM contact_refusal WHERE day = ? ORDER BY reason')
      .bind(utcDay(nowMs))
      .all<{ reason: string; refusals: number }>();
    return Object.fromEntries(results.map(({ reason, refusals }) => [reason, refusals]));
  }

  /** Deletes the counts of more than 30 days ago. */
  async deleteOld(nowMs: number): Promise<void> {
    await this.db
      .prepare('DELETE FROM contact_refusal WHERE day < ?')
      .bind(utcDay(nowMs) - DAYS_KEPT)
      .run();
  }
}
