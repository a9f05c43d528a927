import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const wallFires = {
  fires: '{count|number} {{fire|fires}} in 24 h',
  likely: '{count:number} likely lightning',
  none: 'Fires: none told in 24 h',
  static: '{count:number}\u00a0static',
  to: 'satellites to {time:string}',
  part: 'some satellites are late',
  late: 'Satellites are late: nothing of fires since {time:string}',
  dead: 'Nothing is known of fires: satellites silent since {time:string}',
  never: 'Nothing is known of fires: no satellite has been read',
  failed: 'Nothing is known of fires: the server does not answer',
  stale: 'no answer since {time:string}',
  atLeast: 'at least {fires:string}',
  notice: 'Of those called likely, some 4 in 10 are not. Not for the protection of life or property.',
  mayBurn: 'Something may burn all the same. Not for the protection of life or property.',
} satisfies BaseTranslation;

export default wallFires;
