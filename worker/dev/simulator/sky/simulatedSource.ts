import type { Strike } from '#shared/strike.ts';
import { hash32 } from './seededRandom.ts';

/** `publishedAtMs`, if set, overrides the lateness settings. */
export interface SimulatedStrike extends Strike {
  readonly publishedAtMs?: number;
}

/** Storms, a recording, or a test's script. */
export interface SimulatedSource {
  /** Strikes with `fromMs <= atMs < toMs`, in order of time. Deterministic until strikes are added. */
  strikesBetween(fromMs: number, toMs: number): readonly SimulatedStrike[];
}

/** The sources must not share ids. */
export function mergeSources(...sources: readonly SimulatedSource[]): SimulatedSource {
  return {
    strikesBetween(fromMs, toMs) {
      const found = sources
        .map((source) => source.strikesBetween(fromMs, toMs))
        .filter((strikes) => strikes.length > 0);
      return found.length === 1 && found[0] ? found[0] : found.flat().sort((a, b) => a.atMs - b.atMs);
    },
  };
}

/** Reused, because allocating a buffer would cost more than the hashing. */
const bytes = Buffer.alloc(12);

/**
 * 24 hex digits, as the provider's ids: the second of the strike, then 64 bits that depend only on `parts`. So
 * neighbours in time are neighbours in an index by id, as with ids from a database.
 */
export function strikeId(atMs: number, ...parts: readonly number[]): string {
  bytes.writeUInt32BE(Math.floor(atMs / 1000) >>> 0);
  for (let word = 1; word < 3; word++) bytes.writeUInt32BE(hash32(word, ...parts), word * 4);
  return bytes.toString('hex');
}
