import { hash32 } from './seededRandom.ts';

/** Reused by every call: allocating a buffer would cost more than the hashing. */
const bytes = Buffer.alloc(12);

/** 24 hex digits, the form of the provider's ids: 96 bits that depend only on `parts`. */
export function strikeId(...parts: readonly number[]): string {
  for (let word = 0; word < 3; word++) bytes.writeUInt32BE(hash32(word, ...parts), word * 4);
  return bytes.toString('hex');
}
