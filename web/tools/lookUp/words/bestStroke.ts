import type { CandidateView } from '#shared/lookUp/LookUpView.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';

/** The stroke that fits best, which the candidate's figures are of. */
export function bestStroke({ strikes, best }: Pick<CandidateView, 'strikes' | 'best'>): StrikeBody | undefined {
  return strikes.find(({ id }) => id === best);
}
