import { TIME_FILTERS_MS } from '#shared/limits.ts';

/**
 * Returns the window that shows a strike of `atMs`: the present one, or the next on offer that reaches back far enough.
 * None holds a strike older than the widest: then the present one stays.
 */
export function windowHolding(atMs: number, nowMs: number, windowMs: number): number {
  const fits = (offeredMs: number) => offeredMs >= windowMs && nowMs - atMs < offeredMs;
  return TIME_FILTERS_MS.find(fits) ?? windowMs;
}
