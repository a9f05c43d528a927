import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const outlineFile = {
  choose: 'Which of these shapes?',
  chooseIn: 'Which of the shapes in {file:string}?',
  several: '{n:number} {{shape|shapes}} found. Choose one.',
  more: '{n:number} smaller {{one is|ones are}} not listed.',
  none: 'Choose…',
  kind: { Point: 'Point', LineString: 'Line', Polygon: 'Area' },
  km: '{size:string} km',
  km2: '{size:string} km²',
  swapped: 'latitude and longitude exchanged',
  note: {
    thinned: '{from:number} corners thinned to {to:number}, at most {metres:number} m off.',
    zeros: '{n:number} {{position|positions}} at 0, 0 left out: the receiver did not know its place yet.',
    gap: 'The track has no point for {km:string} km; there it is taken as straight.',
    joined: 'The track was recorded in {n:number} parts; they are joined.',
    points: '{n:number} {{point|points}} beside it left out.',
    swapped: 'Latitude and longitude are exchanged: as the file has them, it lies far away.',
  },
  fault: {
    outline: 'This is neither GeoJSON, KML, KMZ or GPX nor a list of corners such as 42.70, 23.32.',
    broken: 'It is damaged or incomplete. Export it once more.',
    empty: 'There is no point, line or area in it.',
    zeros: 'All of its positions are 0, 0: the receiver did not know its place.',
    archive: 'The archive has no KML in it, or too much. Unpack it and choose a KML file.',
    large: 'It is larger than 5 MB.',
    slow: 'Reading took too long and was given up. Keep only the outline that is needed.',
    shapes: 'There are several shapes. Choose one of them.',
    holes: 'The area has holes. Keep its outer edge only.',
    crossing: 'The outline crosses itself.',
    point: 'This is an outline; here a single point is needed.',
  },
  at: {
    brokenAt: 'It is damaged or incomplete near line {line:number}. Export it once more.',
    line: 'Line {line:number} is no position. Write it as 42.70, 23.32.',
    tuple: 'Line {line:number} is no longitude and latitude: “{detail:string}”. Mend it, or export the file once more.',
    corner: 'Corner {line:number} is no pair of numbers: “{detail:string}”. GeoJSON has longitude, then latitude.',
    header: 'The first line does not say which column is which. Call them “lat” and “lon”.',
    crs: 'The coordinates are in {detail:string}. Export the file in WGS 84 (EPSG:4326), in degrees.',
    degrees: '“{detail:string}” are no degrees. Export the file in WGS 84 (EPSG:4326), in degrees.',
    encoding: 'Its encoding “{detail:string}” is unknown. Save it as UTF-8.',
    many: 'It has more than {detail:string} lines. Keep only the outline that is needed.',
  },
} satisfies BaseTranslation;

export default outlineFile;
