import type { Strike } from '#shared/strike.ts';

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
