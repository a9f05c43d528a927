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
  /** Pseudonym of the network that made the book; '' where that is not known. */
  readonly network: string;
  /** The webhook's registrable domain; '' for a browser or a chat, where nobody is burdened who did not ask for it. */
  readonly domain: string;
}

/** The domain that a webhook's try is counted for, and not its host: a domain can have any number of hosts. */
export function triedDomain({ target }: Pick<Recipient, 'target'>): string {
  return target.channel === 'webhook' ? domainOfHook(target.url) : '';
}

export function domainOfHook(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  return getDomain(host) ?? host;
}

/** Whether there may be one more, after those of the last hour. */
export function mayTry(next: Try, made: readonly Try[]): boolean {
  const ofRecipient = made.filter(({ book, recipient }) => book === next.book && recipient === next.recipient);
  if (ofRecipient.length >= MOST_OF_RECIPIENT) return false;
  if (next.domain === '') return true;
  const there = made.filter(({ domain }) => domain === next.domain);
  if (there.filter(({ book }) => book === next.book).length >= MOST_OF_BOOK) return false;
  const ofNetwork = next.network === '' ? [] : there.filter(({ network }) => network === next.network);
  return ofNetwork.length < MOST_OF_NETWORK && there.length < MOST;
}

/** The tests and challenges of the last hour. They outlive their recipient, so that making it anew wins no more tries. */
export class TryLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** Those that count for the recipient, or for the domain. */
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

  /**
   * Counts a try of a network at a domain, for books of all objects. False, and not counted, if there were `most` in the last
   * hour. Its row belongs to no book of this object.
   */
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
