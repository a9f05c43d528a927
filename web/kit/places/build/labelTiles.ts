import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { groupBy } from '#web/kit/places/groupBy.ts';
import type { GazetteerPlace } from './readPlaces.ts';

const ZOOM = 6;
/** Tiles that cover 13 to 31° E, 34 to 48° N. */
const COLUMNS = [34, 35, 36, 37];
const ROWS = [22, 23, 24, 25];

/**
 * Returns path and content of each file of labels: GeoJSON points, the most important ones first, by tile of zoom 6.
 * Names in Russian and Bulgarian are left out where they equal the English one.
 */
export function labelTiles(places: readonly GazetteerPlace[], ranks: ReadonlyMap<GazetteerPlace, number>) {
  const byTile = groupBy(places, ({ latitude, longitude }) => {
    const size = 2 ** ZOOM;
    return `${ZOOM}/${Math.floor(mercatorX(longitude) * size)}/${Math.floor(mercatorY(latitude) * size)}`;
  });
  const rankOf = (place: GazetteerPlace) => ranks.get(place) ?? 0;
  return COLUMNS.flatMap((x) => ROWS.map((y) => `${ZOOM}/${x}/${y}`)).map((tile) => {
    const inTile = (byTile.get(tile) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
    const features = inTile.map((place) => JSON.stringify(feature(place, rankOf(place))));
    return {
      path: `${tile}.geojson`,
      content: `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`,
    };
  });
}

function feature({ en, ru, bg, population, longitude, latitude }: GazetteerPlace, rank: number) {
  return {
    type: 'Feature',
    properties: {
      'name:en': en,
      ...(ru === en ? {} : { 'name:ru': ru }),
      ...(bg === en ? {} : { 'name:bg': bg }),
      rank,
      population,
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}
