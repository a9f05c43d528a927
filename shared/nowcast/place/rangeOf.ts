/** Observed arrival times: `[told, tenth, median, ninetieth]` in minutes, by increasing forecast `told`. */
export type RangeRow = readonly [number, number, number, number];

const RANGES: readonly RangeRow[] = [
  [0, 1, 5, 16],
  [7.5, 1, 8, 28],
  [12.5, 1, 11, 38],
  [20, 3, 18, 46],
  [30, 4, 24, 52],
  [45, 4, 30, 58],
];

export const TOLD_MINUTES: readonly number[] = RANGES.map(([told]) => told);

export function defaultRange(index: number): RangeRow {
  const row = RANGES[index];
  if (!row) throw new RangeError(`the table of ranges has no row ${index}`);
  return row;
}

/** In eight of ten cases with a predicted arrival in `told` minutes, lightning came between these minutes. */
export function rangeOf(told: number, rows: readonly RangeRow[] = RANGES): readonly [number, number] {
  const next = rows.findIndex(([at]) => at > told);
  const after = rows[next === -1 ? rows.length - 1 : next];
  const before = next === -1 ? after : rows[Math.max(0, next - 1)];
  if (!before || !after) throw new Error('a table of ranges has a row');
  const share = after === before ? 0 : (told - before[0]) / (after[0] - before[0]);
  const between = (from: number, to: number) => Math.round(from + share * (to - from));
  return [between(before[1], after[1]), between(before[3], after[3])];
}
