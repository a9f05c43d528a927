/** Times a failed call is tried again. */
export const MAX_RETRIES = 3;

/**
 * How long to wait before retry number `retry` (1, 2, 3): 2, 4 and 8 s, up to a fifth more or less by `random` (0..1).
 */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(1000 * 2 ** retry * (0.8 + 0.4 * random));
}
