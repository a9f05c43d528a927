import type { BaseTranslation } from '../../i18n-types.ts';

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
    zeros: '{n:number} {{position|positions}} at 0, 0 left out: the receiver had no fix yet.',
    gap: 'The track has no point for {km:string} km; a straight line fills the gap.',
    joined: 'The track was recorded in {n:number} parts; they are joined.',
    points: '{n:number} separate {{point|points}} left out.',
    swapped: 'Latitude and longitude are exchanged: as the file has them, it lies far away.',
  },
  fault: {
    outline: 'This is neither GeoJSON, KML, KMZ or GPX nor a list of corners such as 42.70, 23.32.',
    broken: 'It is damaged or incomplete. Export it once more.',
    empty: 'No point, line or area in it.',
    zeros: 'All of its positions are 0, 0: the receiver had no fix.',
    archive: 'The archive has no KML in it, or is too large. Unpack it and choose a KML file.',
    large: 'It is larger than 5 MB.',
    slow: 'Reading took too long and was stopped. Keep only the outline you need.',
    shapes: 'There are several shapes. Choose one of them.',
    holes: 'The area has holes. Keep its outer edge only.',
    crossing: 'The outline crosses itself.',
    point: 'This is an outline; here a single point is needed.',
  },
  at: {
    brokenAt: 'It is damaged or incomplete near line {line:number}. Export it once more.',
    line: 'Line {line:number} is not a position. Write it as 42.70, 23.32.',
    tuple:
      'Line {line:number} is not a longitude and latitude: “{detail:string}”. Correct it, or export the file again.',
    corner: 'Corner {line:number} is not a pair of numbers: “{detail:string}”. GeoJSON has longitude, then latitude.',
    header: 'The first line does not name the columns. Call them “lat” and “lon”.',
    crs: 'The coordinates are in {detail:string}. Export the file in WGS 84 (EPSG:4326), in degrees.',
    degrees: '“{detail:string}” are not degrees. Export the file in WGS 84 (EPSG:4326), in degrees.',
    encoding: 'Its encoding “{detail:string}” is unknown. Save it as UTF-8.',
    many: 'It has more than {detail:string} lines. Keep only the outline you need.',
  },
} satisfies BaseTranslation;

export default outlineFile;
