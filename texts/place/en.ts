import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const place = {
  label: 'Place or coordinates',
  hint: 'Town, peak or 42.70, 23.32',
  found: 'Places found',
  count: '{n:number} {{place|places}} found',
  loading: 'Loading place names…',
  retry: 'Try again',
  credit: 'Place names: GeoNames, CC BY 4.0, changed',
  edit: 'Edit',
  chosen: 'Chosen: {place:string}',
  here: 'My position',
  locating: 'Looking for your position…',
  notLocated: 'Your position could not be found.',
  onMap: 'Choose on the map',
  file: 'From a file',
  fileHint: 'GeoJSON, KML, KMZ, GPX or a list of corners. It can also be dropped here.',
  reading: 'Reading the file…',
  inFile: '{file:string}: {fault:string}',
  fault: {
    missing: 'Enter a place, coordinates or a map link.',
    none: 'Place not found. Check the name, or enter coordinates such as 42.70, 23.32.',
    several: 'Several matches. Choose one.',
    names: 'Place names could not be loaded. Coordinates still work.',
    link: 'No place in this link. Open it, and copy the address from the browser.',
    unreadable: 'The file could not be read.',
  },
  landmark: {
    range: 'mountain range',
    plain: 'plain',
    peak: 'peak',
    pass: 'pass',
    gorge: 'gorge',
    park: 'park',
    monastery: 'monastery',
    hut: 'mountain hut',
    height: '{metres:string} m',
  },
} satisfies BaseTranslation;

export default place;
