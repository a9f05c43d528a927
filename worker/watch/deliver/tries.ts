import { getDomain } from 'tldts';
import type { Recipient } from './Recipient.ts';

/** Tests and challenges in an hour: of one recipient, of a book at one domain, and of all books there. */
const MOST_OF_RECIPIENT = 5;
const MOST_OF_BOOK = 15;
export const MOST_OF_NETWORK = 20;
const MOST = 60;

/** A test or a challenge. */
export interface Try {
  readonly book: string;
  readonly recipient: string;
  /** Pseudonym of the network that made the book; '' where that is not known. */
  readonly network: string;
  /** The webhook's registrable domain; '' for a browser or a chat, where nobody is burdened who did not ask for it. */
  readonly domain: string;
}

/** The domain that a webhook's try is counted for: whoever has one can make as many hosts in it as they like. */
export function triedDomain({ target }: Pick<Recipient, 'target'>): string {
  return target.channel === 'webhook' ? domainOfHook(target.url) : '';
}

/** The registrable domain of a webhook's address. */
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
