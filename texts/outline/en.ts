import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const outline = {
  begin: 'Draw or paste an outline',
  byName: 'Use a place instead',
  corners: 'Corners, GeoJSON, KML or GPX',
  cornersHint: 'One corner on each line, for example 42.70, 23.32. Two are a line, three or more an area.',
  draw: {
    line: 'Draw a line on the map',
    polygon: 'Draw an area on the map',
  },
  line: 'Line of {corners:number} {{corner|corners}} around {at:string}',
  area: 'Outline of {corners:number} {{corner|corners}} around {at:string}',
} satisfies BaseTranslation;

export default outline;
