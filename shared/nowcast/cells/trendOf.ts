import type { Trend } from './StormCell.ts';

/** Two standard deviations: one in twenty steady cells would be called growing or fading. */
const DEVIATIONS = 2;

/**
 * Whether `late` flashes in five minutes are more, or fewer, than `early` ones in the five before by more than chance. Given
 * their sum, one of two Poisson counts of equal rate is binomial.
 */
export function trendOf(early: number, late: number): Trend {
  const sum = early + late;
  if (sum === 0) return 'steady';
  const score = (late - early) / Math.sqrt(sum);
  if (score >= DEVIATIONS) return 'growing';
  return score <= -DEVIATIONS ? 'fading' : 'steady';
}
