import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

const MIN_SLICE_MS = 60_000;
const MAX_SLICE_MS = 6 * HOUR_MS;
export const FIRST_SLICE_MS = 10 * 60_000;
const FEW_ROWS = 75;

/** The newest `sliceMs` of a span, or all of a shorter one. */
export function carveOwed({ fromMs, toMs }: TimeSpan, sliceMs: number): TimeSpan {
  return { fromMs: Math.max(fromMs, toMs - sliceMs), toMs };
}

/** The next slice's length after one of `sliceMs` returned `rows`: doubled by few rows, halved by a truncated answer. */
export function nextSliceMs(sliceMs: number, rows: number, truncated: boolean): number {
  if (truncated) return Math.max(MIN_SLICE_MS, Math.floor(sliceMs / 2));
  return rows < FEW_ROWS ? Math.min(MAX_SLICE_MS, sliceMs * 2) : sliceMs;
}
