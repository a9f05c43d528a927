import type { BBox } from '#shared/geo/BBox.ts';
import type { OgcCollection } from './collections.ts';
import type { Feature, FeaturePage, Geometry } from './features.ts';
import { type Interval, type ItemsQuery, nextQuery } from './itemsQuery.ts';

/** A collection that is held whole, in the order of its ids. */
export interface FeatureList {
  readonly features: readonly Feature[];
  readonly order: 'rising' | 'falling';
}

/** In the order of their ids as text, so that a page goes on where the last one ended, whatever came or went since. */
export function featureList(features: readonly Feature[], order: FeatureList['order']): FeatureList {
  const sign = order === 'rising' ? 1 : -1;
  return { features: features.toSorted((a, b) => (a.id < b.id ? -sign : sign)), order };
}

export function listPage(
  { features, order }: FeatureList,
  query: ItemsQuery,
  time: OgcCollection['time'],
): FeaturePage {
  const { bbox, datetime, limit, cursor } = query;
  const found = features.filter(
    (feature) => (!bbox || touches(feature.geometry, bbox)) && (!datetime || happens(feature, time, datetime)),
  );
  const left =
    cursor === undefined ? found : found.filter(({ id }) => (order === 'rising' ? id > cursor : id < cursor));
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const next = last && left.length > limit ? nextQuery(query, last.id) : undefined;
  return { features: page, next, matched: found.length };
}

/** By its bounding box. What has no place lies in no box. */
function touches(geometry: Geometry | null, bbox: BBox): boolean {
  if (!geometry) return false;
  const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat();
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [fromWest, toEast] = [east >= bbox.west, west <= bbox.east];
  const inWidth = bbox.west > bbox.east ? fromWest || toEast : fromWest && toEast;
  return inWidth && Math.max(...latitudes) >= bbox.south && Math.min(...latitudes) <= bbox.north;
}

/** What has no time is of every time. */
function happens({ properties }: Feature, [start, end]: OgcCollection['time'], { fromMs, toMs }: Interval): boolean {
  const [first, last] = [properties[start], properties[end]];
  if (typeof first !== 'string' || typeof last !== 'string') return true;
  return Date.parse(last) >= fromMs && Date.parse(first) <= toMs;
}
