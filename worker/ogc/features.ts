import { isoMillis } from '#shared/time/isoTime.ts';
import { COLLECTIONS, type CollectionId, type OgcCollection } from './collections.ts';
import { type ItemsQuery, isFirstLook, itemsParameters } from './itemsQuery.ts';
import { attributionOf, type OgcSite } from './OgcSite.ts';

type Position = readonly [longitude: number, latitude: number];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPoint' | 'MultiPolygon'; readonly coordinates: readonly [] };

export interface Feature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** Some features of a collection, in its order. */
export interface FeaturePage {
  readonly features: readonly Feature[];
  /** What to ask next; undefined on the last page only. */
  readonly next: ItemsQuery | undefined;
  /** How many features the question has in all, where that is known without reading them. */
  readonly matched: number | undefined;
  /** Further members of the answer. */
  readonly told?: Readonly<Record<string, unknown>>;
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

export const GEOJSON_TYPE = 'application/geo+json';

export function itemsAddress(root: string, id: CollectionId, query: ItemsQuery): string {
  return `${root}/collections/${id}/items?${itemsParameters(query)}`;
}

const json = 'application/json';

/** A number that is written with a decimal point even if it is whole: readers take `0` for an integer, and then 0.5 for nothing. */
const asReal = (real: number) =>
  Number.isSafeInteger(real) ? (JSON as unknown as { rawJSON(text: string): number }).rawJSON(`${real}.0`) : real;

/** Every column of a collection, null where the feature has none. */
function allColumns(fields: OgcCollection['fields'], properties: Feature['properties']): Feature['properties'] {
  const columns = Object.entries(fields).map(([name, { type }]) => {
    const value = properties[name] ?? null;
    return [name, type === 'number' && typeof value === 'number' ? asReal(value) : value];
  });
  return { ...properties, ...Object.fromEntries(columns) };
}

/** A value of each type that says nothing. No time is new, so that nobody takes it for an event. */
function samples(fields: OgcCollection['fields'], atMs: number): Feature['properties'] {
  const at = isoMillis(atMs);
  const instants = { 'date-time': at, date: at.slice(0, 10) };
  const of = { integer: 0, number: 0, boolean: false };
  const values = Object.entries(fields).map(([name, { type, format }]) => [
    name,
    type === 'string' ? (format ? instants[format] : '') : of[type],
  ]);
  return allColumns(fields, Object.fromEntries(values));
}

/**
 * The page by which GIS learn a collection: QGIS knows of columns, their types and the kind of geometry only what ten
 * features tell. So they have all columns; and if nothing has a place, one more feature, `none`, has a value of each
 * type and a geometry of the right kind without a point. Readers of GeoJSON learn nothing from an empty Point or Polygon.
 */
function learnable(id: CollectionId, { features, ...page }: FeaturePage, keptFromMs: number): FeaturePage {
  const { fields, geometry }: OgcCollection = COLLECTIONS[id];
  const whole = features.map((feature) => ({ ...feature, properties: allColumns(fields, feature.properties) }));
  const none: Feature = {
    type: 'Feature',
    id: 'none',
    geometry: { type: `Multi${geometry}`, coordinates: [] },
    properties: samples(fields, keptFromMs),
  };
  return { ...page, features: features.some((feature) => feature.geometry) ? whole : [...whole, none] };
}

/** As the standard has it; `numberMatched` does not count the feature `none`. */
export function featureCollection(
  site: Pick<OgcSite, 'root' | 'nowMs' | 'keptFromMs' | 'attribution' | 'simulated'>,
  id: CollectionId,
  query: ItemsQuery,
  found: FeaturePage,
): Readonly<Record<string, unknown>> {
  const { root, nowMs, keptFromMs } = site;
  const page = isFirstLook(query) ? learnable(id, found, keptFromMs) : found;
  const links: Link[] = [
    { href: itemsAddress(root, id, query), rel: 'self', type: GEOJSON_TYPE },
    { href: `${root}/collections/${id}`, rel: 'collection', type: json },
    ...(page.next ? [{ href: itemsAddress(root, id, page.next), rel: 'next', type: GEOJSON_TYPE }] : []),
  ];
  return {
    type: 'FeatureCollection',
    timeStamp: isoMillis(nowMs),
    attribution: attributionOf(site, id),
    ...(page.matched === undefined ? {} : { numberMatched: page.matched }),
    numberReturned: page.features.length,
    links,
    ...page.told,
    features: page.features,
  };
}

export function singleFeature(
  site: Pick<OgcSite, 'root' | 'attribution' | 'simulated'>,
  collection: CollectionId,
  feature: Feature,
): Readonly<Record<string, unknown>> {
  const address = `${site.root}/collections/${collection}`;
  const links: Link[] = [
    { href: `${address}/items/${encodeURIComponent(feature.id)}`, rel: 'self', type: GEOJSON_TYPE },
    { href: address, rel: 'collection', type: json },
  ];
  return { ...feature, attribution: attributionOf(site, collection), links };
}
