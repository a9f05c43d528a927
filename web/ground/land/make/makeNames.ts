/**
 * Cuts the names of places into vector tiles by their importance: `npx node web/ground/land/make/makeNames.ts`
 *
 * Reads the gazetteer and the ranks that `buildGazetteer.ts` leaves beside it, and writes
 * web/ground/land/tiles/names.tar.gz.
 */
import { readFileSync } from 'node:fs';
import { GROUND_BOUNDS, NAMES } from '#web/ground/land/groundTiles.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerText.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { cutTiles } from './cutTiles.ts';
import { writeArchive } from './tileArchives.ts';

const [west, south, east, north] = GROUND_BOUNDS;
const data = new URL('../../../kit/places/data/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, data), 'utf8');
const ranks = read('ranks.txt');

const isWithin = ({ latitude, longitude }: Place) =>
  longitude > west && longitude < east && latitude > south && latitude < north;

/** Names in Russian and Bulgarian are left out where they equal the English one. */
function featureOf({ en, ru, bg, population, longitude, latitude }: Place, rank: number): GeoJSON.Feature {
  return {
    type: 'Feature',
    properties: {
      'name:en': en,
      ...(ru === en ? {} : { 'name:ru': ru }),
      ...(bg === en ? {} : { 'name:bg': bg }),
      rank,
      // Orders places of one rank, larger first: 10 for each power of ten, a byte instead of three.
      size: Math.round(10 * Math.log10(population + 1)),
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

const places = parseGazetteer(read('gazetteer.txt')).flatMap((place, index) =>
  isWithin(place) ? [featureOf(place, Number(ranks[index]))] : [],
);
const tiles = NAMES.flatMap(({ name, zooms, ranks }) => [
  ...cutTiles(name, zooms[0], { place: places.filter(({ properties }) => ranks.includes(properties?.rank)) }),
]);
await writeArchive('names', new Map(tiles));
