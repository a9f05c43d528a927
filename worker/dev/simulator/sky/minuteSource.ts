import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { SimulatedSource, SimulatedStrike } from './simulatedSource.ts';

/** Pollers keep asking for the last few minutes, and gap repairs for the last day. */
const MAX_CACHED_MINUTES = 26 * 60;

/** A sky made minute by minute, in minutes since the epoch. `strikesIn` may give a minute's strikes in any order. */
export function minuteSource(strikesIn: (minute: number) => SimulatedStrike[]): SimulatedSource {
  const sortedIn = remembering(MAX_CACHED_MINUTES, (minute) => strikesIn(minute).sort(byTimeThenId));
  return {
    strikesBetween(fromMs, toMs) {
      const found: SimulatedStrike[] = [];
      for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS < toMs; minute++) {
        const whole = minute * MINUTE_MS >= fromMs && (minute + 1) * MINUTE_MS <= toMs;
        for (const strike of sortedIn(minute)) {
          if (whole || (strike.atMs >= fromMs && strike.atMs < toMs)) found.push(strike);
        }
      }
      return found;
    },
  };
}

function byTimeThenId(a: SimulatedStrike, b: SimulatedStrike): number {
  return a.atMs - b.atMs || (a.id < b.id ? -1 : 1);
}

/** `make`, of whose last results so many are kept. */
export function remembering<T>(maxKept: number, make: (key: number) => T): (key: number) => T {
  const kept = new Map<number, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return made;
  };
}
