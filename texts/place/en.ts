import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const place = {
  label: 'Place or coordinates',
  hint: 'Town, peak or 42.70, 23.32',
  found: 'Places found',
  count: '{n:number} {{place|places}} found',
  loading: 'Loading place names…',
  retry: 'Try again',
  credit: 'Place names: GeoNames, CC BY 4.0, changed',
  chosen: 'Chosen: {place:string}',
  here: 'My position',
  locating: 'Looking for your position…',
  notLocated: 'Your position could not be found.',
  file: 'From a file',
  fileHint: 'GeoJSON, KML or GPX. It can also be dropped here.',
  inFile: '{file:string}: {fault:string}',
  fault: {
    missing: 'Give a place: its name, its coordinates or a map link.',
    none: 'No place has this name. Check it, or give coordinates such as 42.70, 23.32.',
    several: 'Several places fit. Choose one of the list.',
    names: 'Place names could not be loaded. Coordinates still work.',
    link: 'This link names no place. Open it, and copy the address that the browser then shows.',
    outline: 'This is neither GeoJSON, KML or GPX nor a list of corners such as 42.70, 23.32.',
    line: 'Line {line:number} is no position. Write it as 42.70, 23.32.',
    shapes: 'There are several shapes. Keep one of them.',
    holes: 'The area has holes. Keep its outer edge only.',
    point: 'This is an outline; here a single point is needed.',
    large: 'The file is larger than 5 MB.',
    unread: 'The file could not be read.',
  },
} satisfies BaseTranslation;

export default place;
