import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from './limits.ts';

export type AgeClass = 'fresh' | 'recent' | 'old';

export function ageClassOf(ageMs: number): AgeClass {
  if (ageMs <= FRESH_WITHIN_MS) return 'fresh';
  return ageMs <= RECENT_WITHIN_MS ? 'recent' : 'old';
}

/** Steps of colour: one each for `fresh` and `recent`, then so many equal parts of the rest of the shown range. */
const OLD_STEPS = 5;
export const AGE_STEPS = 2 + OLD_STEPS;

/** Where only the class is known, `old` has the middle of its steps. */
export const STEP_OF_CLASS: Readonly<Record<AgeClass, number>> = { fresh: 0, recent: 1, old: 4 };

export function classOfStep(step: number): AgeClass {
  if (step < 2) return step === 0 ? 'fresh' : 'recent';
  return 'old';
}

/** Ages and range in one unit, whole numbers. The strikes' shader repeats this. */
export interface AgeBounds {
  readonly fresh: number;
  readonly recent: number;
  /** The shown range, from now back. */
  readonly range: number;
}

/** The step of colour of an age, from 0 (newest) to `AGE_STEPS - 1`. */
export function ageStepOf(age: number, { fresh, recent, range }: AgeBounds): number {
  if (age <= recent) return age <= fresh ? 0 : 1;
  return 2 + Math.min(OLD_STEPS - 1, Math.floor(((age - recent) * OLD_STEPS) / Math.max(1, range - recent)));
}

export function ageBoundsMs(rangeMs: number): AgeBounds {
  return { fresh: FRESH_WITHIN_MS, recent: RECENT_WITHIN_MS, range: rangeMs };
}
