import type { NearStrike } from './AreaState.ts';

/**
 * Of `front`, itself such a front, and `strikes`, those than which none is both newer and nearer, nearest and oldest
 * first: the last is the newest, and the first the nearest, however old strikes go. The order of `strikes` does not matter.
 */
export function strikeFront(front: readonly NearStrike[], strikes: readonly NearStrike[]): readonly NearStrike[] {
  let kept = front;
  for (const strike of strikes) {
    if (kept.some((other) => isCovered(strike, other))) continue;
    // What it covers is older and farther, and so stands beside where it belongs.
    const rest = kept.filter((other) => !isCovered(other, strike));
    const newer = rest.findIndex((other) => other.atMs > strike.atMs);
    kept = rest.toSpliced(newer < 0 ? rest.length : newer, 0, strike);
  }
  return kept;
}

/** Whether `other` is as new and as near as `strike`; of equals the one numbered first covers. */
export function isCovered(strike: Omit<NearStrike, 'bearing'>, other: Omit<NearStrike, 'bearing'>): boolean {
  if (other.atMs === strike.atMs && other.km === strike.km) return other.ordinal <= strike.ordinal;
  return other.atMs >= strike.atMs && other.km <= strike.km;
}
