import type { Strike } from '#shared/strike.ts';
import { hash32 } from './seededRandom.ts';

/** A strike of the simulated sky. `publishedAtMs`, if its source sets it, overrides the lateness settings. */
export interface SimulatedStrike extends Strike {
  readonly publishedAtMs?: number;
}

/** Where the simulated provider's strikes come from: storms, a recording, or a test's script. */
export interface StrikeSource {
  /** Strikes with `fromMs <= atMs < toMs`, in order of time. Deterministic until strikes are added. */
  strikesBetween(fromMs: number, toMs: number): readonly SimulatedStrike[];
}

/** Merges several sources, which must not share ids. */
export function mergeSources(...sources: readonly StrikeSource[]): StrikeSource {
  return {
    strikesBetween(fromMs, toMs) {
      const found = sources
        .map((source) => source.strikesBetween(fromMs, toMs))
        .filter((strikes) => strikes.length > 0);
      return found.length === 1 && found[0] ? found[0] : found.flat().sort((a, b) => a.atMs - b.atMs);
    },
  };
}

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
