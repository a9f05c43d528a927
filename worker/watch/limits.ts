import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getDomain } from 'tldts';
import { HOUR_MS } from '#shared/time.ts';
import type { Recipient } from './recipients.ts';
import type { WatchLedger } from './watchlists.ts';

/** Above this share of the total, each network is limited. */
const PRESSED_FROM = 1 / 2;
/** Under pressure a network may have this share of the free places. */
const SHARE_OF_ROOM = 1 / 8;
/** This last share of the total is reserved for networks without any place. */
const RESERVE = 1 / 10;

interface Places {
  readonly occupied: number;
  readonly most: number;
}

/**
 * How many places one network may have, counting those it has. Until half of all are taken there is no limit: many
 * people can share one network, for example a carrier's. Above that, an eighth of the free places: of 10,000 areas one
 * network gets at most 5,000, the next 555, the one after it 494; in the last tenth a single one. So fifteen greedy
 * networks leave 1,000 areas, each for a network that has none. A place once granted is never revoked.
 */
export function shareOfNetwork({ occupied, most }: Places): number {
  const room = most - occupied;
  if (room <= 0) return 0;
  if (occupied < most * PRESSED_FROM) return Number.POSITIVE_INFINITY;
  return room <= most * RESERVE ? 1 : Math.max(1, Math.floor(room * SHARE_OF_ROOM));
}

const SECRET_BYTES = 32;

interface NamesNetworks {
  readonly ledger: Pick<WatchLedger, 'fact' | 'setFact'>;
  readonly random: (bytes: number) => Uint8Array;
}

/** 64 hex digits, or '' if unknown. Keyed by the object's secret, so that trying all networks does not reveal it. */
export function pseudonymOf({ ledger, random }: NamesNetworks, network: string): string {
  if (network === '') return '';
  let secret = ledger.fact('networkSecret');
  if (secret === undefined) {
    secret = bytesToHex(random(SECRET_BYTES));
    ledger.setFact('networkSecret', secret);
  }
  return bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(network)));
}

/** Writes by people: into a watchlist's logs, mutes of its recipients, and everything else of the watchlist. */
export type WriteKind = 'notes' | 'mutes' | 'settings';

/** Limit of writes per watchlist and hour: half of them at once, then one every `spacingSeconds`. */
export const MOST_WRITES: Readonly<Record<WriteKind, number>> = { notes: 240, mutes: 60, settings: 240 };

/** A refused write can be retried after this many seconds. */
export function spacingSeconds(kind: WriteKind): number {
  return HOUR_MS / 1000 / (MOST_WRITES[kind] / 2);
}

/**
 * When the watchlist's allowance is full again after one more write; undefined if that write exceeds the limit.
 * @param paidOffMs the same before this write; 0 if there was none
 */
export function afterWrite(kind: WriteKind, paidOffMs: number, nowMs: number): number | undefined {
  const after = Math.max(paidOffMs, nowMs) + spacingSeconds(kind) * 1000;
  return after - nowMs <= HOUR_MS ? after : undefined;
}

/** Counts the writes of one object's watchlists. Only in memory: they limit work and are no security boundary. */
export class WatchlistWrites {
  private readonly paidOff = new Map<string, number>();
  private sweptMs = 0;

  /** False if the watchlist has reached its limit; otherwise counts the write. */
  count(watchlist: string, kind: WriteKind, nowMs: number): boolean {
    this.purge(nowMs);
    const name = `${kind} ${watchlist}`;
    const after = afterWrite(kind, this.paidOff.get(name) ?? 0, nowMs);
    if (after !== undefined) this.paidOff.set(name, after);
    return after !== undefined;
  }

  private purge(nowMs: number): void {
    if (nowMs < this.sweptMs + HOUR_MS) return;
    this.sweptMs = nowMs;
    for (const [name, paidOffMs] of this.paidOff) if (paidOffMs <= nowMs) this.paidOff.delete(name);
  }
}

/** Limits of tests and challenges per hour: one recipient, one watchlist at a domain, one network there, all there. */
const MOST_OF_RECIPIENT = 5;
const MOST_OF_WATCHLIST = 15;
export const MOST_OF_NETWORK = 20;
const MOST = 60;

export interface Try {
  readonly watchlist: string;
  readonly recipient: string;
  readonly network: string;
  /** The webhook's registrable domain; empty for browsers and chats: they opted in, so no third party is affected. */
  readonly domain: string;
}

/** The domain that a webhook's test counts for; not its host, since a domain can have any number of hosts. */
export function triedDomain({ target }: Pick<Recipient, 'target'>): string {
  return target.channel === 'webhook' ? domainOfHook(target.url) : '';
}

export function domainOfHook(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  return getDomain(host) ?? host;
}

/** @param earlier the tests and challenges of the last hour */
export function mayTry(next: Try, earlier: readonly Try[]): boolean {
  const ofRecipient = earlier.filter(
    ({ watchlist, recipient }) => watchlist === next.watchlist && recipient === next.recipient,
  );
  if (ofRecipient.length >= MOST_OF_RECIPIENT) return false;
  if (next.domain === '') return true;
  const there = earlier.filter(({ domain }) => domain === next.domain);
  if (there.filter(({ watchlist }) => watchlist === next.watchlist).length >= MOST_OF_WATCHLIST) return false;
  const ofNetwork = next.network === '' ? [] : there.filter(({ network }) => network === next.network);
  return ofNetwork.length < MOST_OF_NETWORK && there.length < MOST;
}

/** The tests and challenges of the last hour. They survive deletion, so a new recipient does not reset the limit. */
export class TryLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  lately({ watchlist, recipient, domain }: Try, nowMs: number): Try[] {
    return this.sql
      .exec<Try & Record<string, SqlStorageValue>>(
        `SELECT watchlist, recipient, network, domain FROM tried
         WHERE at_ms > ?1 AND watchlist <> '' AND ((watchlist = ?2 AND recipient = ?3) OR (domain = ?4 AND domain <> ''))`,
        nowMs - HOUR_MS,
        watchlist,
        recipient,
        domain,
      )
      .toArray();
  }

  add({ watchlist, recipient, network, domain }: Try, nowMs: number): void {
    this.sql.exec(
      'INSERT INTO tried (at_ms, watchlist, recipient, network, domain) VALUES (?, ?, ?, ?, ?)',
      nowMs,
      watchlist,
      recipient,
      network,
      domain,
    );
  }

  /** Counts for watchlists of all objects, so the row has no watchlist. False, and uncounted, at `most` in an hour. */
  countOf(network: string, domain: string, most: number, nowMs: number): boolean {
    const { made: created } = this.sql
      .exec<{ made: number }>(
        "SELECT count(*) AS made FROM tried WHERE at_ms > ? AND watchlist = '' AND network = ? AND domain = ?",
        nowMs - HOUR_MS,
        network,
        domain,
      )
      .one();
    if (created < most) this.add({ watchlist: '', recipient: '', network, domain }, nowMs);
    return created < most;
  }

  retain(nowMs: number): void {
    this.sql.exec('DELETE FROM tried WHERE at_ms <= ?', nowMs - HOUR_MS);
  }
}
