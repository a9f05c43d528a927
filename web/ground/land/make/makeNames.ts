/**
 * Cuts the names of places and of the land into vector tiles: `npx node web/ground/land/make/makeNames.ts`
 *
 * Reads the gazetteer, the ranks that `buildGazetteer.ts` leaves beside it, and the landmarks written by hand there, and
 * writes names.tar.gz and landmarks.tar.gz into web/ground/land/tiles/, ranges.geojson into web/public/basemap/.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '#shared/languages.ts';
import { GROUND_BOUNDS, LANDMARKS, NAMES } from '#web/ground/land/groundTiles.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerStore.ts';
import { type Landmark, parseLandmarks } from '#web/kit/places/Landmark.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { makeTiles } from './makeTiles.ts';
import { writeArchive } from './tileArchives.ts';

const [west, south, east, north] = GROUND_BOUNDS;
const data = new URL('../../../kit/places/data/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, data), 'utf8');
const ranks = read('ranks.txt');

const isWithin = ({ latitude, longitude }: Place) =>
  longitude > west && longitude < east && latitude > south && latitude < north;

/** Other names are left out where they equal the English one. */
const namesOf = (place: Place) =>
  Object.fromEntries(
    LANGUAGES.filter((language) => language === 'en' || place[language] !== place.en).map((language) => [
      `name:${language}`,
      place[language],
    ]),
  );

function featureOf(place: Place, rank: number): GeoJSON.Feature {
  const { population, longitude, latitude } = place;
  return {
    type: 'Feature',
    properties: {
      ...namesOf(place),
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
  ...makeTiles(name, zooms[0], { place: places.filter(({ properties }) => ranks.includes(properties?.rank)) }),
]);
await writeArchive('names', new Map(tiles));

function landmarkOf(landmark: Landmark): GeoJSON.Feature {
  const { kind, rank, heightM, longitude, latitude, axis } = landmark;
  const isLine = axis.length > 0;
  return {
    type: 'Feature',
    properties: { ...namesOf(landmark), kind, rank, ...(kind === 'peak' ? { height: heightM } : {}) },
    geometry: isLine
      ? { type: 'LineString', coordinates: westToEast(axis).map((at) => [at.longitude, at.latitude]) }
      : { type: 'Point', coordinates: [longitude, latitude] },
  };
}

/** The reading direction of a label. */
function westToEast(axis: Landmark['axis']): Landmark['axis'] {
  return (axis[0]?.longitude ?? 0) <= (axis.at(-1)?.longitude ?? 0) ? axis : axis.toReversed();
}

const landmarks = parseLandmarks(read('landmarks.txt')).map(landmarkOf);
const ofType = (type: string) => landmarks.filter(({ geometry }) => geometry.type === type);
const [zoom] = LANDMARKS.zooms;
await writeArchive('landmarks', makeTiles(LANDMARKS.name, zoom, { landmark: ofType('Point') }));
writeFileSync(
  new URL('../../../public/basemap/ranges.geojson', import.meta.url),
  JSON.stringify({ type: 'FeatureCollection', features: ofType('LineString') }),
);
