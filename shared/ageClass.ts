import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from './limits.ts';

export type AgeClass = 'fresh' | 'recent' | 'old';

export function ageClassOf(ageMs: number): AgeClass {
  if (ageMs <= FRESH_WITHIN_MS) return 'fresh';
  return ageMs <= RECENT_WITHIN_MS ? 'recent' : 'old';
}
