import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { WatchLedger } from './WatchLedger.ts';

/** From this part of the whole on, one network may have only its share. */
const PRESSED_FROM = 1 / 2;
/** Under pressure a network may have this part of the room that is left. */
const SHARE_OF_ROOM = 1 / 8;
/** The last part of the room is kept for networks that have nothing. */
const RESERVE = 1 / 10;

interface Places {
  readonly taken: number;
  readonly most: number;
}

/**
 * How many places one network may have, counting those it has. Until half of all are taken, any number: many people may
 * be behind one network, as behind a carrier's. From then on an eighth of the room that is left, so that of 10,000
 * areas one network gets at most 5,000, the next 555, the one after it 494; in the last tenth a single one. So fifteen
 * greedy networks leave 1,000 areas, each for a network that has none. Places once given are not taken back for a
 * share.
 */
export function shareOfNetwork({ taken, most }: Places): number {
  const room = most - taken;
  if (room <= 0) return 0;
  if (taken < most * PRESSED_FROM) return Number.POSITIVE_INFINITY;
  return room <= most * RESERVE ? 1 : Math.max(1, Math.floor(room * SHARE_OF_ROOM));
}

const SECRET_BYTES = 32;

interface NamesNetworks {
  readonly ledger: Pick<WatchLedger, 'fact' | 'setFact'>;
  readonly random: (bytes: number) => Uint8Array;
}

/** 64 hex digits, or '' if unknown. Keyed by the object's secret, so that nobody can find it by trying all networks. */
export function pseudonymOf({ ledger, random }: NamesNetworks, network: string): string {
  if (network === '') return '';
  let secret = ledger.fact('networkSecret');
  if (secret === undefined) {
    secret = bytesToHex(random(SECRET_BYTES));
    ledger.setFact('networkSecret', secret);
  }
  return bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(network)));
}

/** Writes that people ask for: into a book's logs, mutes of its recipients, all else of the book. */
export type WriteKind = 'notes' | 'mutes' | 'settings';

/** How many of them a book may have in any hour: half of them at once, then one each `spacingSeconds`. */
export const MOST_WRITES: Readonly<Record<WriteKind, number>> = { notes: 240, mutes: 60, settings: 240 };

/** After a refusal there is room again within so many seconds. */
export function spacingSeconds(kind: WriteKind): number {
  return HOUR_MS / 1000 / (MOST_WRITES[kind] / 2);
}

/**
 * When the book's writes will be paid off if one more is made; undefined if it may not be.
 * @param paidOffMs the same before this write; 0 if there was none
 */
export function afterWrite(kind: WriteKind, paidOffMs: number, nowMs: number): number | undefined {
  const after = Math.max(paidOffMs, nowMs) + spacingSeconds(kind) * 1000;
  return after - nowMs <= HOUR_MS ? after : undefined;
}

/** Counts the writes of one object's books. In memory alone: they bound work, and guard nothing. */
export class BookWrites {
  private readonly paidOff = new Map<string, number>();
  private sweptMs = 0;

  /** False if the book may not have one more now; else counts it. */
  take(book: string, kind: WriteKind, nowMs: number): boolean {
    this.sweep(nowMs);
    const name = `${kind} ${book}`;
    const after = afterWrite(kind, this.paidOff.get(name) ?? 0, nowMs);
    if (after !== undefined) this.paidOff.set(name, after);
    return after !== undefined;
  }

  private sweep(nowMs: number): void {
    if (nowMs < this.sweptMs + HOUR_MS) return;
    this.sweptMs = nowMs;
    for (const [name, paidOffMs] of this.paidOff) if (paidOffMs <= nowMs) this.paidOff.delete(name);
  }
}
