import type { Area } from './Area.ts';
import type { NearStrike } from './AreaState.ts';

type Rings = Area['ringsKm'];

/**
 * Adds `strikes`, in any order, to a front: strikes of which none is both older and farther than another, nearest and
 * oldest first. Distances are compared in steps of half a kilometre that also end at each ring: the first strike is the
 * nearest to within such a step, and the newest within a ring is exact.
 */
export function strikeFront(
  rings: Rings,
  front: readonly NearStrike[],
  strikes: readonly NearStrike[],
): readonly NearStrike[] {
  let kept = front;
  for (const strike of strikes) {
    if (kept.some((other) => isCovered(rings, strike, other))) continue;
    // What it covers is older and farther, and so stands beside where it belongs.
    const rest = kept.filter((other) => !isCovered(rings, other, strike));
    const newer = rest.findIndex((other) => other.atMs > strike.atMs);
    kept = rest.toSpliced(newer < 0 ? rest.length : newer, 0, strike);
  }
  return kept;
}

/** True if `other` is as new and as near as `strike`; of equals the nearer covers, then the lower ordinal. */
export function isCovered(
  rings: Rings,
  strike: Omit<NearStrike, 'bearing'>,
  other: Omit<NearStrike, 'bearing'>,
): boolean {
  if (other.atMs < strike.atMs) return false;
  if (other.km < strike.km) return true;
  if (other.atMs === strike.atMs) return other.km === strike.km && other.ordinal <= strike.ordinal;
  return other.km === strike.km || stepOf(rings, other.km) === stepOf(rings, strike.km);
}

/** Half kilometres, split at each ring: no two strikes of one step lie on two sides of a ring. */
function stepOf([watch, warning, stop]: Rings, km: number): number {
  return Math.floor(2 * km) + Number(km > watch) + Number(km > warning) + Number(km > stop);
}
