import { bytesToHex } from '@noble/hashes/utils.js';
import { BOOK_RIGHTS, type BookRight } from '#shared/watch/BookView.ts';
import { hashOf } from '#worker/keys/hashOf.ts';

/** Given to a new watchbook's owner, once; we keep only hashes of the keys. */
interface NewBookKeys {
  /** 32 hex digits; the first names the shard that holds the book, for ever. */
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

const KEY_BYTES = 16;
export const SHARDS = [...'0123456789abcdef'] as const;

/** 32 hex digits. `random` returns so many random bytes. */
export function newBookKey(random: (bytes: number) => Uint8Array): string {
  return bytesToHex(random(KEY_BYTES));
}

export function newBookKeys(random: (bytes: number) => Uint8Array): NewBookKeys {
  return { id: newBookKey(random), ownerKey: newBookKey(random), viewKey: newBookKey(random) };
}

export function shardOf(bookId: string): string {
  return bookId.slice(0, 1);
}

/** Null or absent for a key that is not handed out. */
export interface KeyHashes {
  readonly ownerHash: string;
  readonly viewHash: string;
  readonly dutyHash?: string | null;
}

export function includes(right: BookRight, needed: BookRight): boolean {
  return BOOK_RIGHTS.indexOf(right) >= BOOK_RIGHTS.indexOf(needed);
}

/** Undefined if the key is none of the book's. Compares hashes, whose timing says nothing of a key. */
export function rightOf(key: string, book: KeyHashes): BookRight | undefined {
  const hash = hashOf(key);
  if (hash === book.ownerHash) return 'owner';
  if (hash === book.dutyHash) return 'duty';
  return hash === book.viewHash ? 'view' : undefined;
}
