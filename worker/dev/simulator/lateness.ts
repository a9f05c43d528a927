import type { Strike } from '#shared/strike.ts';
import type { Lateness } from './FaultSettings.ts';
import { hashText, seededRandom } from './sky/seededRandom.ts';
import type { SimulatedStrike } from './sky/strikeSource.ts';

/** A strike and the instant from which the provider shows it, in milliseconds since the epoch. */
export interface PublishedStrike extends Strike {
  readonly publishedAtMs: number;
}

/** Adds when `strike` becomes visible: the instant its source sets, else its time plus a delay derived from its id. */
export function publishedStrike(strike: SimulatedStrike, lateness: Lateness, seed: number): PublishedStrike {
  return { ...strike, publishedAtMs: strike.publishedAtMs ?? strike.atMs + delayMs(strike.id, lateness, seed) };
}

function delayMs(id: string, { minMs, maxMs, tailShare, tailMaxMs }: Lateness, seed: number): number {
  if (maxMs === 0 && tailShare === 0) return 0;
  const random = seededRandom(hashText(seed, id));
  const inTail = random() < tailShare;
  const [low, high] = inTail ? [maxMs, tailMaxMs] : [minMs, maxMs];
  return Math.round(low + random() * (high - low));
}
