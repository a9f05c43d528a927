import type { NumberedStrike } from '#shared/strike.ts';

/** Strikes numbered `first`, `first + 1`, … a second apart, over Sofia unless `changes` say otherwise. */
export function numberedStrikes(first: number, count: number, changes: Partial<NumberedStrike> = {}): NumberedStrike[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `strike-${first + index}`,
    latitude: 42.7,
    longitude: 23.3,
    atMs: Date.UTC(2026, 6, 1, 12) + (first + index) * 1_000,
    ordinal: first + index,
    ...changes,
  }));
}
