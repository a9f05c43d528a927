import { DAY_MS } from './hourKey.ts';

/** The number of the UTC day that contains `atMs`, counted from the Unix epoch. */
export function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** Start of the UTC day that contains `atMs`. */
export function dayStartMs(atMs: number): number {
  return utcDay(atMs) * DAY_MS;
}
