import type { TimeSpan } from './planWindows.ts';

const SHORTEST_SLICE_MS = 60_000;
const LONGEST_SLICE_MS = 6 * 3_600_000;
export const FIRST_SLICE_MS = 10 * 60_000;
const FEW_ROWS = 75;

/** The newest `sliceMs` of a span that is owed, to be read now, and the rest that stays owed. */
export function carveOwed(span: TimeSpan, sliceMs: number): { slice: TimeSpan; rest: TimeSpan | undefined } {
  const cutMs = span.toMs - sliceMs;
  if (cutMs <= span.fromMs) return { slice: span, rest: undefined };
  return { slice: { fromMs: cutMs, toMs: span.toMs }, rest: { fromMs: span.fromMs, toMs: cutMs } };
}

/** How long the next slice should be after one of `sliceMs` brought `rows`: quiet stretches are read in few calls. */
export function nextSliceMs(sliceMs: number, rows: number, truncated: boolean): number {
  if (truncated) return Math.max(SHORTEST_SLICE_MS, Math.floor(sliceMs / 2));
  return rows < FEW_ROWS ? Math.min(LONGEST_SLICE_MS, sliceMs * 2) : sliceMs;
}
