/** How many values lie at or below each bound (and above the one before), then how many lie above the last. */
export function histogram(values: readonly number[], bounds: readonly number[]): number[] {
  const counts = [...bounds, 0].map(() => 0);
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    const place = at < 0 ? bounds.length : at;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
