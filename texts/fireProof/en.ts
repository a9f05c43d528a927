import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const fireProof = {
  title: 'Fires: was it lightning?',
  lead: 'A fire near a flash proves little. So we tell a chance. Here it stands beside the rule that one would think of first: a flash within 2 km in the 14 days before.',
  made: 'These seasons are made up: storms, fires that flashes light and fires of other causes, four weeks each and five times over. Their fires obey the very model that the chance is reckoned with. So this is a best case, and no real fire is among them.',
  wrong: 'Of the fires that we call “likely lightning” some 4 in 10 were lit by something else.',
  rule: 'Called lightning if',
  found: 'Lightning fires found',
  others: 'Other fires so called',
  falsely: 'Wrong among those called',
  naive: 'a flash within 2 km, 14 days',
  likely: 'chance 50% or more',
  possible: 'chance 10% or more',
  dense: 'Many storms',
  sparse: 'Half as many storms',
  stubble: 'Many storms, and stubble burnt on three plains',
  counts: '{lit|number} lit by lightning, {others|number} not',
  reliability: 'What we said, and what was so, with many storms',
  came: 'Lightning lit',
  fires: 'Fires',
  even: 'All of this hangs on how many fires a flash lights. If it lights three times as many as we assume, lightning lit not half but {threefold:string} of the fires told {from:string} to {to:string}; if a third as many, {third:string}.',
  safety: 'A chance is no cause. Not for the protection of life or property.',
} satisfies BaseTranslation;

export default fireProof;
