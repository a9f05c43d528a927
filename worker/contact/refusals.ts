import { systemClock } from '#shared/time/Clock.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import { log } from '#worker/observability/log.ts';
import type { Env } from '#worker/settings/Env.ts';

export type Refusals = Readonly<Record<string, number>>;

const DAYS_KEPT = 30;

/** Refused contact requests per UTC day, in the outbox's database. Every method rejects if D1 does not answer. */
export class RefusalTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async add(refusals: Refusals, nowMs: number): Promise<void> {
    const statement = this.db.prepare(
      `INSERT INTO contact_refusal (day, reason, refusals) VALUES (?1, ?2, ?3)
       ON CONFLICT (day, reason) DO UPDATE SET refusals = refusals + ?3`,
    );
    await this.db.batch(
      Object.entries(refusals).map(([reason, count]) => statement.bind(utcDay(nowMs), reason, count)),
    );
  }

  async today(nowMs: number): Promise<Refusals> {
    const { results } = await this.db
      .prepare('SELECT reason, refusals FROM contact_refusal WHERE day = ? ORDER BY reason')
      .bind(utcDay(nowMs))
      .all<{ reason: string; refusals: number }>();
    return Object.fromEntries(results.map(({ reason, refusals }) => [reason, refusals]));
  }

  async deleteOld(nowMs: number): Promise<void> {
    await this.db
      .prepare('DELETE FROM contact_refusal WHERE day < ?')
      .bind(utcDay(nowMs) - DAYS_KEPT)
      .run();
  }
}

/** How long refusals are gathered: a flood of them costs one write a second, not one each. */
const GATHER_MS = 1_000;
/** A writer that has not come back by then was stopped with its request; the next refusal takes over. */
const WRITER_LOST_MS = 10_000;

interface TallyDeps {
  readonly nowMs: number;
  wait(ms: number): Promise<void>;
  write(refusals: Refusals): Promise<void>;
}

/** Gathers one isolate's refusals, so that they are written together. */
export class RefusalTally {
  private gathered: Record<string, number> = {};
  private writerUntilMs = 0;

  /**
   * Counts a refusal. The first after a pause also writes, a second later, all gathered since: the returned work should
   * outlive the request. It rejects if the counts could not be written.
   */
  count(reason: string, deps: TallyDeps): Promise<void> | undefined {
    this.gathered[reason] = (this.gathered[reason] ?? 0) + 1;
    if (deps.nowMs < this.writerUntilMs) return undefined;
    this.writerUntilMs = deps.nowMs + WRITER_LOST_MS;
    return this.writeSoon(deps);
  }

  private async writeSoon({ wait, write }: TallyDeps): Promise<void> {
    await wait(GATHER_MS);
    const { gathered } = this;
    this.gathered = {};
    this.writerUntilMs = 0;
    await write(gathered);
  }
}

const tally = new RefusalTally();

/** Logs a refused contact request and counts it for the status. `reason` holds nothing a visitor wrote. */
export function countRefusal(env: Env, reason: string, defer: (work: Promise<unknown>) => void): void {
  log('warn', 'contact.refused', { reason });
  const nowMs = systemClock.now();
  const writing = tally.count(reason, {
    nowMs,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    write: (refusals) => new RefusalTable(env.OUTBOX_DB).add(refusals, nowMs),
  });
  if (writing) defer(writing.catch((error: Error) => log('error', 'contact.uncounted', { reason: error.name })));
}
