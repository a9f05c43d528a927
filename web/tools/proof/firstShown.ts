import type { ProofBody } from '#shared/wire/ProofBody.ts';
import { isEnough } from './plottedBins.ts';

export type Grades = 'told' | 'replayed';

/** Forecasts that were told, as soon as there are enough of them. */
export function firstShown({ chance30, replayed }: Pick<ProofBody, 'chance30' | 'replayed'>): Grades {
  return replayed && !isEnough(chance30) && replayed.chance30.cases > chance30.cases ? 'replayed' : 'told';
}
