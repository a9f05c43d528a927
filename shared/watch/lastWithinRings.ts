import type { Area } from './Area.ts';
import type { NearStrike } from './AreaState.ts';
import { holdMs, type LastMs } from './heldLevel.ts';

/** Strikes make up a number if they fall within so long. */
export const LEAST_WITHIN_MS = 10 * 60_000;

/**
 * When the newest strike that counts fell within each ring. Where one is not enough, a ring begins to count with the
 * strike that makes `least` within ten minutes, and from then on with each while it is held. `strikes` are in the order
 * of time, where the order matters; `before` is what was known without them.
 */
export function lastWithinRings(area: Area, strikes: readonly NearStrike[], before: LastMs): LastMs {
  const within = (ring: 0 | 1 | 2): number | null => {
    if (ring === 2 || area.least === 1) return newestWithin(strikes, area.ringsKm[ring], before[ring]);
    const near = strikes.filter(({ km }) => km <= area.ringsKm[ring]);
    let lastMs = before[ring];
    for (const [index, { atMs }] of near.entries()) {
      const first = near[index + 1 - area.least];
      const enough = first !== undefined && atMs - first.atMs < LEAST_WITHIN_MS;
      const held = lastMs !== null && atMs < lastMs + holdMs(area);
      if (enough || held) lastMs = Math.max(lastMs ?? atMs, atMs);
    }
    return lastMs;
  };
  return [within(0), within(1), within(2)];
}

function newestWithin(strikes: readonly NearStrike[], ringKm: number, before: number | null): number | null {
  let lastMs = before;
  for (const { atMs, km } of strikes) if (km <= ringKm && (lastMs === null || atMs > lastMs)) lastMs = atMs;
  return lastMs;
}
