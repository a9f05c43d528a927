import type { NearStrike } from './AreaState.ts';

/**
 * Of `strikes`, those than which none is both newer and nearer, nearest and oldest first: the last is the newest, and
 * the first the nearest, however old strikes go. The order of what is given does not matter.
 */
export function strikeFront(strikes: readonly NearStrike[]): NearStrike[] {
  const newestFirst = [...strikes].sort((a, b) => b.atMs - a.atMs || a.km - b.km || a.ordinal - b.ordinal);
  const front: NearStrike[] = [];
  for (const strike of newestFirst) {
    const nearer = front.at(-1);
    if (!nearer || strike.km < nearer.km) front.push(strike);
  }
  return front.reverse();
}
