import type { SimulatedSource, SimulatedStrike } from './simulatedSource.ts';

export interface ScriptedSource extends SimulatedSource {
  /** Adds strikes in any order, replacing those with the same id. */
  add(...strikes: readonly SimulatedStrike[]): void;
}

export function scriptedSource(...initial: readonly SimulatedStrike[]): ScriptedSource {
  const byId = new Map<string, SimulatedStrike>();
  let sorted: readonly SimulatedStrike[] | undefined = [];
  const add = (...strikes: readonly SimulatedStrike[]): void => {
    for (const strike of strikes) byId.set(strike.id, strike);
    sorted = undefined;
  };
  add(...initial);
  return {
    add,
    strikesBetween(fromMs, toMs) {
      sorted ??= [...byId.values()].sort((a, b) => a.atMs - b.atMs);
      return sorted.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    },
  };
}
