import { hash32 } from './seededRandom.ts';

/** Reused by every call: allocating a buffer would cost more than the hashing. */
const bytes = Buffer.alloc(12);

/**
 * 24 hex digits, the form of the provider's ids: the second in which it struck, then 64 bits that depend only on `parts`. So
 * neighbours in time are neighbours in an index by id, as with ids that a database gives.
 */
export function strikeId(atMs: number, ...parts: readonly number[]): string {
  bytes.writeUInt32BE(Math.floor(atMs / 1000) >>> 0);
  for (let word = 1; word < 3; word++) bytes.writeUInt32BE(hash32(word, ...parts), word * 4);
  return bytes.toString('hex');
}
