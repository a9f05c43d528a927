import { getDomain } from 'tldts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Recipient } from './Recipient.ts';

/** Tests and challenges in an hour: of one recipient, of a book at one domain, and of all books there. */
const MOST_OF_RECIPIENT = 5;
const MOST_OF_BOOK = 15;
export const MOST_OF_NETWORK = 20;
const MOST = 60;

export interface Try {
  readonly book: string;
  readonly recipient: string;
  readonly network: string;
  /** The webhook's registrable domain; '' for a browser or a chat, which burden nobody who did not ask. */
  readonly domain: string;
}

/** The domain that a webhook's try is counted for; not its host, since a domain can have any number of hosts. */
export function triedDomain({ target }: Pick<Recipient, 'target'>): string {
  return target.channel === 'webhook' ? domainOfHook(target.url) : '';
}

export function domainOfHook(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  return getDomain(host) ?? host;
}

/** @param made the tries of the last hour */
export function mayTry(next: Try, made: readonly Try[]): boolean {
  const ofRecipient = made.filter(({ book, recipient }) => book === next.book && recipient === next.recipient);
  if (ofRecipient.length >= MOST_OF_RECIPIENT) return false;
  if (next.domain === '') return true;
  const there = made.filter(({ domain }) => domain === next.domain);
  if (there.filter(({ book }) => book === next.book).length >= MOST_OF_BOOK) return false;
  const ofNetwork = next.network === '' ? [] : there.filter(({ network }) => network === next.network);
  return ofNetwork.length < MOST_OF_NETWORK && there.length < MOST;
}

/** The tests and challenges of the last hour. They outlive their recipient: making it anew wins no more tries. */
export class TryLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  lately({ book, recipient, domain }: Try, nowMs: number): Try[] {
    return this.sql
      .exec<Try & Record<string, SqlStorageValue>>(
        `SELECT book, recipient, network, domain FROM tried
         WHERE at_ms > ?1 AND book <> '' AND ((book = ?2 AND recipient = ?3) OR (domain = ?4 AND domain <> ''))`,
        nowMs - HOUR_MS,
        book,
        recipient,
        domain,
      )
      .toArray();
  }

  add({ book, recipient, network, domain }: Try, nowMs: number): void {
    this.sql.exec(
      'INSERT INTO tried (at_ms, book, recipient, network, domain) VALUES (?, ?, ?, ?, ?)',
      nowMs,
      book,
      recipient,
      network,
      domain,
    );
  }

  /** For books of all objects, so the row has no book. False, and not counted, after `most` in the last hour. */
  countOf(network: string, domain: string, most: number, nowMs: number): boolean {
    const { made } = this.sql
      .exec<{ made: number }>(
        "SELECT count(*) AS made FROM tried WHERE at_ms > ? AND book = '' AND network = ? AND domain = ?",
        nowMs - HOUR_MS,
        network,
        domain,
      )
      .one();
    if (made < most) this.add({ book: '', recipient: '', network, domain }, nowMs);
    return made < most;
  }

  retain(nowMs: number): void {
    this.sql.exec('DELETE FROM tried WHERE at_ms <= ?', nowMs - HOUR_MS);
  }
}
