import { isoMillis } from '#shared/time/isoTime.ts';
import type { CollectionId } from './collections.ts';
import { type ItemsQuery, itemsParameters } from './itemsQuery.ts';
import { attributionOf, type OgcSite } from './OgcSite.ts';

type Position = readonly [longitude: number, latitude: number];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

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

export function featureCollection(
  site: Pick<OgcSite, 'root' | 'nowMs' | 'attribution' | 'simulated'>,
  id: CollectionId,
  query: ItemsQuery,
  page: FeaturePage,
): Readonly<Record<string, unknown>> {
  const { root, nowMs } = site;
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
