import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const wallFires = {
  fires: '{count|number} {{fire|fires}} in 24 h',
  likely: '{count:number} likely lightning',
  none: 'No fires reported in 24 h',
  static: '{count:number}\u00a0static',
  to: 'satellites to {time:string}',
  part: 'some satellites are late',
  late: 'Satellites late: no fire data since {time:string}',
  dead: 'No fire data: satellites silent since {time:string}',
  never: 'No fire data',
  failed: 'No fire data: the server is unavailable',
  stale: 'no answer since {time:string}',
  atLeast: 'at least {fires:string}',
  notice: 'About 4 in 10 “likely” fires have another cause. Not for the protection of life or property.',
  mayBurn: 'Fires may be burning undetected. Not for the protection of life or property.',
} satisfies BaseTranslation;

export default wallFires;
