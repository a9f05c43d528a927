import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Clock } from '#shared/Clock.ts';
import { KEY_PLANS, KEY_SCOPES, type KeyPlan, type KeyScope } from '#shared/plans.ts';
import type { Usage } from './unitMeter.ts';

/** SHA-256 in hex. Sufficient for keys, because they are random and too many to enumerate. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The text is shown once; only the hash is stored. */
export interface NewKey {
  /** 8 hex digits, part of the text, that identify the key to people. */
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

const ID_BYTES = 4;
const SECRET_BYTES = 16;
const CHECK_DIGITS = 8;

/** `blk_`, the id, `_`, the secret and the checksum. Secret scanners of repositories and logs can recognise it. */
const FORM = /^blk_[0-9a-f]{8}_[0-9a-f]{40}$/;

const checksumOf = (text: string) => hashOf(text).slice(0, CHECK_DIGITS);

/** Rejects guesses, typing errors and truncated keys without a database query. */
export function isKeyText(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS);
}

/** Id and secret are in hex. */
export function keyTextOf(id: string, secret: string): string {
  const text = `blk_${id}_${secret}`;
  return text + checksumOf(text);
}

export function newApiKey(random: (bytes: number) => Uint8Array): NewKey {
  const id = bytesToHex(random(ID_BYTES));
  const text = keyTextOf(id, bytesToHex(random(SECRET_BYTES)));
  return { id, text, hash: hashOf(text) };
}

function base64Decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/**
 * A token by RFC 6750, or the password of RFC 7617, the only scheme that many programs can send. A password in another
 * format is ignored: the host may require one.
 */
function headerKey(authorization: string): string | undefined {
  const end = authorization.indexOf(' ');
  const scheme = authorization.slice(0, Math.max(0, end)).toLowerCase();
  const credentials = authorization.slice(end).trim();
  if (credentials === '' || credentials.includes(' ')) return undefined;
  if (scheme === 'bearer') return credentials;
  const pair = scheme === 'basic' ? base64Decoded(credentials) : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return password.startsWith('blk_') && pair.includes(':') ? password : undefined;
}

/**
 * The text sent as an API key, valid or not; undefined if none was sent. Streams also accept it in the URL, because a
 * browser's EventSource sends no headers.
 */
export function sentKey(request: Request, scope: KeyScope): string | undefined {
  const header = headerKey(request.headers.get('authorization') ?? '');
  if (header !== undefined || scope !== 'live') return header;
  return new URL(request.url).searchParams.get('key') ?? undefined;
}

const PREFIX = 'key:';

/** Name of an account, or of a key, in limits that also count networks; distinct from every network's name. */
export function accountName(id: string): string {
  return `${PREFIX}${id}`;
}

export function accountIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

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

export function keyStatus(record: KeyRecord | undefined, scope: KeyScope, nowMs: number): KeyVerdict {
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

/** A plan without API access, or a scope unknown to this release, grants no right rather than the wrong one. */
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

/** The keys and their usage in D1. Only `npm run admin -- keys` creates and changes keys. */
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
    const results = await this.db.batch([
      this.db.prepare('DELETE FROM key_usage WHERE day < ?').bind(day),
      this.db.prepare('DELETE FROM api_key WHERE revoked_at_ms < ?1 OR expires_at_ms < ?1').bind(beforeMs),
    ]);
    return results.reduce((sum, { meta }) => sum + meta.changes, 0);
  }
}

/** A younger entry is used without a query. */
const FRESH_MS = 20_000;
/** A younger entry is used once more while it is read again: a revoked key is rejected within a minute. */
const STALE_MS = 45_000;
const MAX_KEYS = 10_000;
/** Unknown hashes, cached as long as a valid key's, so that a new key soon works. */
const MAX_UNKNOWN = 2_000;

interface Entry {
  readonly record: KeyRecord;
  readonly readMs: number;
  rereading: boolean;
}

/**
 * Keys recently used in one isolate, so that most calls wait for no database. Unknown ones are stored separately, so
 * that trying many does not evict valid ones.
 */
export class RecentKeys {
  private readonly clock: Clock;
  private readonly entries = new Map<string, Entry>();
  private readonly unknownUntilMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Undefined if no key has this hash. Rejects as `load` does if no recent entry exists. */
  async find(
    hash: string,
    load: (hash: string) => Promise<KeyRecord | undefined>,
    defer: (work: Promise<unknown>) => void,
  ): Promise<KeyRecord | undefined> {
    const entry = this.entries.get(hash);
    const ageMs = entry ? this.clock.now() - entry.readMs : Number.POSITIVE_INFINITY;
    if (entry && ageMs < FRESH_MS) return entry.record;
    if (!entry || ageMs >= STALE_MS) {
      const isUnknown = (this.unknownUntilMs.get(hash) ?? 0) > this.clock.now();
      return isUnknown ? undefined : this.read(hash, load);
    }
    if (!entry.rereading) {
      entry.rereading = true;
      // After a failure the next caller tries again.
      defer(this.read(hash, load).catch(() => (entry.rereading = false)));
    }
    return entry.record;
  }

  private async read(hash: string, load: (hash: string) => Promise<KeyRecord | undefined>) {
    const readMs = this.clock.now();
    const record = await load(hash);
    this.entries.delete(hash);
    if (record) putNewest(this.entries, hash, { record, readMs, rereading: false }, MAX_KEYS);
    else putNewest(this.unknownUntilMs, hash, readMs + FRESH_MS, MAX_UNKNOWN);
    return record;
  }
}

function putNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
