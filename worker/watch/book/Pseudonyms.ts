import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WatchLedger } from './WatchLedger.ts';

const SECRET_BYTES = 32;

/**
 * Names for the networks that books come from: the same for one network, and nobody without the object's own secret can
 * find the network to a name, or try all there are.
 */
export class Pseudonyms {
  private readonly ledger: WatchLedger;
  private readonly random: (bytes: number) => Uint8Array;

  constructor(ledger: WatchLedger, random: (bytes: number) => Uint8Array) {
    this.ledger = ledger;
    this.random = random;
  }

  /** 64 hex digits; '' for '', where no network is known. */
  of(network: string): string {
    return network === '' ? '' : bytesToHex(hmac(sha256, hexToBytes(this.secret()), utf8ToBytes(network)));
  }

  private secret(): string {
    const kept = this.ledger.fact('networkSecret');
    if (kept !== undefined) return kept;
    const made = bytesToHex(this.random(SECRET_BYTES));
    this.ledger.setFact('networkSecret', made);
    return made;
  }
}
