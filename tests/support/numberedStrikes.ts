import { HOME_BOX } from '#shared/geo/Areas.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

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

/** Strikes of a span that ends at `toMs`: at home, on its edges and around it. Each seed has its own. */
export function strikesAroundHome(
  count: number,
  seed: number,
  { toMs, spanMs }: { readonly toMs: number; readonly spanMs: number },
): NumberedStrike[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    id: `s${seed}-${index}`,
    ordinal: seed * 100_000 + index + 1,
    longitude: index % 50 === 0 ? HOME_BOX.east : 11 + random() * 22,
    latitude: 33 + random() * 16,
    atMs: toMs - Math.floor(random() * spanMs),
  }));
}
