/** How often a failed call is retried. */
export const MAX_RETRIES = 3;

/**
 * Milliseconds to wait before retry number `retry` (1, 2, 3): 2, 4 and 8 s, spread by a fifth either way by `random`
 * (0..1).
 */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(1000 * 2 ** retry * (0.8 + 0.4 * random));
}
