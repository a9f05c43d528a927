import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const mapChoice = {
  label: 'Choose on the map',
  hints: {
    point: 'Tap the place on the map, or bring it under the cross.',
    line: 'Tap the corners of the line. Tap the last one again to end it.',
    polygon: 'Tap the corners of the area. Tap the first one again to end it.',
  },
  middle: 'Use this place',
  corner: 'Corner {n:number} at the cross',
  done: 'Done',
  back: 'Back',
} satisfies BaseTranslation;

export default mapChoice;
