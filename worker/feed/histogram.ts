/** One count per bound (values at or below it and above the bound before), then the count above the last bound. */
export function histogram(values: readonly number[], bounds: readonly number[]): number[] {
  const counts = [...bounds, 0].map(() => 0);
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    const place = at < 0 ? bounds.length : at;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
