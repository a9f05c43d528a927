import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const fireProof = {
  title: 'Fires: was it lightning?',
  lead: 'A fire near a flash is weak evidence, so we give a chance. Here it is compared with the simplest rule: a flash within 2 km in the 14 days before.',
  made: 'Simulated seasons: a best case, with no real fires.',
  wrong: 'About 4 in 10 “likely lightning” fires had another cause.',
  rule: 'Called lightning if',
  found: 'Lightning fires found',
  others: 'Other fires included',
  falsely: 'Wrong among those included',
  naive: 'a flash within 2 km, 14 days',
  likely: 'chance 50% or more',
  possible: 'chance 10% or more',
  dense: 'Many storms',
  sparse: 'Half as many storms',
  stubble: 'Many storms, and stubble burnt on three plains',
  counts: '{lit|number} started by lightning, {others|number} not',
  reliability: 'Forecast and observed, with many storms',
  observed: 'Started by lightning',
  fires: 'Fires',
  even: 'Results for fires of {from:string} to {to:string} depend on the assumed ignition rate. Three times as many → {threefold:string}; a third → {third:string}.',
  safety: 'A chance is not a cause. Not for the protection of life or property.',
} satisfies BaseTranslation;

export default fireProof;
