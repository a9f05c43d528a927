import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const help = {
  help1: 'Click a strike, or choose it in the table below the map, for its time and distance.',
  help2: 'Drag the map or use the arrow keys; zoom with plus and minus.',
  help3: 'For information only. It does not replace official warnings.',
  help4: 'Hold a finger on the map, or right-click, to measure from there.',
  crowdAge:
    'Beyond 30 minutes the colour goes on with the age, in five steps up to the chosen time range. Where strikes crowd, they run together: the stronger, the more of them; the colour is the age of most. Those of the last minute keep their icons. Point at a spot for its numbers.',
  stormCells:
    'A green outline is a storm cell; thick: growing, dashed: fading. Dots: where it was every 10 minutes. Arrow and cone: where its middle will be within 30 minutes if it lasts, 8 times in 10.',
  sharedNone: 'No coordinates were found in what was shared:',
} satisfies BaseTranslation;

export default help;
