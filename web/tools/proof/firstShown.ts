import type { VerificationBody } from '#shared/wire/VerificationBody.ts';
import { isEnough } from './plottedBins.ts';

export type Grades = 'told' | 'replayed';

/** Published forecasts, as soon as there are enough of them. */
export function firstShown({ chance30, replayed }: Pick<VerificationBody, 'chance30' | 'replayed'>): Grades {
  return replayed && !isEnough(chance30) && replayed.chance30.cases > chance30.cases ? 'replayed' : 'told';
}
