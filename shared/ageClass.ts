import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from './limits.ts';

/** The age classes the map tells apart: up to 5 minutes, up to 30 minutes, older. */
export type AgeClass = 'fresh' | 'recent' | 'old';

export function ageClassOf(ageMs: number): AgeClass {
  if (ageMs <= FRESH_WITHIN_MS) return 'fresh';
  return ageMs <= RECENT_WITHIN_MS ? 'recent' : 'old';
}
