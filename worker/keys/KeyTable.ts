import { KEY_PLANS, KEY_SCOPES, type KeyPlan, type KeyScope } from '#shared/plans.ts';
import type { Usage } from './Usage.ts';

export interface KeyRecord {
  readonly id: string;
  /** Id of the first in a chain of keys that replaced one another. */
  readonly account: string;
  readonly plan: KeyPlan;
  readonly scopes: readonly KeyScope[];
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

export type KeyVerdict = 'good' | 'unknown' | 'revoked' | 'expired' | 'out-of-scope';

export function keyVerdict(record: KeyRecord | undefined, scope: KeyScope, nowMs: number): KeyVerdict {
  if (!record) return 'unknown';
  if (record.revokedAtMs !== null && record.revokedAtMs <= nowMs) return 'revoked';
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) return 'expired';
  return record.scopes.includes(scope) ? 'good' : 'out-of-scope';
}

export function isKeyPlan(text: string): text is KeyPlan {
  return (KEY_PLANS as string[]).includes(text);
}

/** A comma-separated list; undefined if it has an unknown scope. */
export function scopesIn(list: string): readonly KeyScope[] | undefined {
  const names = list.split(',');
  const scopes = KEY_SCOPES.filter((scope) => names.includes(scope));
  return scopes.length === names.length ? scopes : undefined;
}

interface Row {
  readonly id: string;
  readonly account: string;
  readonly plan: string;
  readonly scopes: string;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
}

const COLUMNS = 'id, account, plan, scopes, expires_at_ms, revoked_at_ms';

/** A plan without API access, or a scope that this release does not know, gives no right rather than the wrong one. */
function recordOf(row: Row): KeyRecord | undefined {
  if (!isKeyPlan(row.plan)) return undefined;
  return {
    id: row.id,
    account: row.account,
    plan: row.plan,
    scopes: scopesIn(row.scopes) ?? [],
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}

/** The keys and their usage in D1. Only `npm run admin -- keys` makes and changes keys. */
export class KeyTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async byHash(hash: string): Promise<KeyRecord | undefined> {
    const row = await this.db.prepare(`SELECT ${COLUMNS} FROM api_key WHERE hash = ?`).bind(hash).first<Row>();
    return row ? recordOf(row) : undefined;
  }

  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> {
    const query = `SELECT ${COLUMNS} FROM api_key WHERE id IN (SELECT value FROM json_each(?))`;
    const { results } = await this.db.prepare(query).bind(JSON.stringify(ids)).all<Row>();
    const records = results.map(recordOf).filter((record) => record !== undefined);
    return new Map(records.map((record) => [record.id, record]));
  }

  async writeUsage(account: string, day: string, { calls, units, refused, streams }: Usage): Promise<void> {
    await this.db
      .prepare(
        'INSERT OR REPLACE INTO key_usage (account, day, calls, units, refused, streams) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .bind(account, day, calls, units, refused, streams)
      .run();
  }

  /** Deletes usage of days before `day`, and keys that were revoked or expired before `beforeMs`. */
  async forget(day: string, beforeMs: number): Promise<number> {
    const answers = await this.db.batch([
      this.db.prepare('DELETE FROM key_usage WHERE day < ?').bind(day),
      this.db.prepare('DELETE FROM api_key WHERE revoked_at_ms < ?1 OR expires_at_ms < ?1').bind(beforeMs),
    ]);
    return answers.reduce((sum, { meta }) => sum + meta.changes, 0);
  }
}
