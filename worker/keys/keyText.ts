import { bytesToHex } from '@noble/hashes/utils.js';
import { hashOf } from './hashOf.ts';

/** A key that was just made. Its text is shown once; we keep the hash. */
export interface NewKey {
  /** 8 hex digits, part of the text, by which people speak of the key. */
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

const ID_BYTES = 4;
const SECRET_BYTES = 16;

/** Recognisable, so that scanners of repositories and logs can find one that leaked. */
export const KEY_TEXT = /^blk_[0-9a-f]{8}_[0-9a-f]{32}$/;

/** `random` returns so many random bytes. */
export function newKey(random: (bytes: number) => Uint8Array): NewKey {
  const id = bytesToHex(random(ID_BYTES));
  const text = `blk_${id}_${bytesToHex(random(SECRET_BYTES))}`;
  return { id, text, hash: hashOf(text) };
}
