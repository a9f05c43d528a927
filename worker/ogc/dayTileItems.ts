import { formatTile, tileBounds } from '#shared/geo/tile.ts';
import { isDay } from '#shared/time/utcDay.ts';
import type { DayGrid } from '#shared/wire/dayGrid.ts';
import { boxPolygon, dayTimes } from './dayItems.ts';
import type { Feature } from './features.ts';
import type { ItemsQuery } from './itemsQuery.ts';
import { type FeatureList, listPage } from './listItems.ts';

const TIME = ['start_datetime', 'end_datetime'] as const;

/** The newest of `days` that had strikes and that the query's interval touches; while pages are read, that of the first page. */
export function chosenDay(
  days: FeatureList,
  { cursor, datetime, limit }: Pick<ItemsQuery, 'cursor' | 'datetime' | 'limit'>,
): string | undefined {
  if (cursor !== undefined) return dayOfTile(cursor);
  const struck = { ...days, features: days.features.filter(({ properties }) => Number(properties.strikes) > 0) };
  return listPage(struck, { datetime, limit }, TIME).features[0]?.id;
}

/** The day in the id of a tile's feature. */
export function dayOfTile(id: string): string | undefined {
  const day = id.slice(0, 10);
  return isDay(day) ? day : undefined;
}

/** The tiles in which strikes of home fell on the day that starts at `startMs`. */
export function dayTileFeatures({ zoom, counts }: DayGrid, startMs: number): Feature[] {
  const tiles = new Map<string, { tile: { z: number; x: number; y: number }; strikes: number }>();
  for (const { x, y, strikes } of counts) {
    const tile = { z: zoom, x, y };
    const name = formatTile(tile);
    tiles.set(name, { tile, strikes: (tiles.get(name)?.strikes ?? 0) + strikes });
  }
  const times = dayTimes(startMs);
  return [...tiles].map(
    ([name, { tile, strikes }]): Feature => ({
      type: 'Feature',
      id: `${times.day}.${name.replaceAll('/', '.')}`,
      geometry: boxPolygon(tileBounds(tile)),
      properties: { ...times, tile: name, strikes },
    }),
  );
}
