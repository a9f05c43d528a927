import type { Strike } from '#shared/strike.ts';

/** A strike of the simulated sky. `publishedAtMs`, where its source fixes it, overrules the lateness settings. */
export interface SimulatedStrike extends Strike {
  readonly publishedAtMs?: number;
}

/** Where the simulated provider's strikes come from: storms, a recording, or a test's script. */
export interface StrikeSource {
  /** Strikes with `fromMs <= atMs < toMs`, by rising `atMs`. The same question always has the same answer. */
  strikesBetween(fromMs: number, toMs: number): readonly SimulatedStrike[];
}

/** One sky out of several sources whose ids do not meet. */
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
