import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { stormStrikes } from '#tests/bench/stormStrikes.ts';
import { gaussian, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

/**
 * A day of storms as wide as those of the recordings: the twelve cells of `stormStrikes`, each strike 70 km or so from where it
 * puts it. Their own are so narrow that a day fills a third of the tiles that a real one does.
 */
export function dayOfStrikes(count: number, endMs: number, day: number): NumberedStrike[] {
  const random = seededRandom(1_000 + day);
  return stormStrikes(count, endMs, DAY_MS, day + 1).map((strike) => ({
    ...strike,
    ordinal: day * 1_000_000 + strike.ordinal,
    latitude: Number((strike.latitude + gaussian(random) * 0.45).toFixed(5)),
    longitude: Number((strike.longitude + gaussian(random) * 0.6).toFixed(5)),
  }));
}
