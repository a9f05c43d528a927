import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const help = {
  cools: 'The newest lie on top. They cool from yellow to red.',
  cloud: 'The violet cloud is the last 10 minutes.',
  open: 'Tap a strike for its time and distance.',
  noWarning: 'For information only. It does not replace official warnings.',
  measure: 'Hold a finger on the map, or right-click, to measure from there.',
  storms:
    'A line shows where the nearest storm is going: marks at 15 and 30 minutes, its tip at 45. It stays between the dots 8 times in 10.',
  sharedNone: 'No coordinates were found in what was shared:',
} satisfies BaseTranslation;

export default help;
