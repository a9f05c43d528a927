import type { Balance } from './UnitPurse.ts';
import { WINDOW_MS } from './UnitWindow.ts';

/**
 * `RateLimit-Policy` and `RateLimit` as in the IETF draft draft-ietf-httpapi-ratelimit-headers-10: the limit and its window,
 * what is left of it, and in how many seconds more comes free.
 */
export function rateLimitHeaders(unitsAMinute: number, { left, resetMs }: Balance): Record<string, string> {
  return {
    'RateLimit-Policy': `"units";q=${unitsAMinute};w=${WINDOW_MS / 1000}`,
    RateLimit: `"units";r=${left};t=${Math.ceil(resetMs / 1000)}`,
  };
}
