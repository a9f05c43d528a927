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
const CHECK_DIGITS = 8;

/** `blk_`, the id, `_`, the secret and the checksum. Recognisable, so that scanners of repositories and logs find one that leaked. */
const FORM = /^blk_[0-9a-f]{8}_[0-9a-f]{40}$/;

const checksumOf = (text: string) => hashOf(text).slice(0, CHECK_DIGITS);

/** Whether a text can be a key at all: a guess, a typing error and one that was cut are told without asking the register. */
export function isKeyText(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS);
}

/** The key of this id and secret, both in hex. */
export function keyTextOf(id: string, secret: string): string {
  const text = `blk_${id}_${secret}`;
  return text + checksumOf(text);
}

/** `random` returns so many random bytes. */
export function newKey(random: (bytes: number) => Uint8Array): NewKey {
  const id = bytesToHex(random(ID_BYTES));
  const text = keyTextOf(id, bytesToHex(random(SECRET_BYTES)));
  return { id, text, hash: hashOf(text) };
}
