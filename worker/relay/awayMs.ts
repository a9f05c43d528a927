const LEAST_MS = 30_000;
const SPREAD_MS = 90_000;

/** How long somebody without a slot is asked to stay away: drawn evenly, so that they do not all return at once. */
export function awayMs(random: () => number): number {
  return Math.round(LEAST_MS + random() * SPREAD_MS);
}
