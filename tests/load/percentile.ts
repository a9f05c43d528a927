/** The value below which `percent` of `values` lie (nearest rank); NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN;
}
