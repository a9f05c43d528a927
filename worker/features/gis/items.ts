import * as v from 'valibot';
import { type BBox, formatBBox, parseDecimal } from '#shared/geo/BBox.ts';
import { MAX_PAGE_ROWS, MAX_PARAMETER_LENGTH } from '#shared/limits.ts';
import { isoMillis, MINUTE_MS, parseIsoInstant, type Span } from '#shared/time.ts';
import type { Collection, Feature, Geometry } from '#worker/archive/HistoryCollection.ts';
import { attributionOf, type OgcSite } from './collections.ts';

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/**
 * `next` multiplies the limit by this, because GDAL starts with ten and follows the links. A client that reaches a page
 * of a hundred wants everything.
 */
const GROWTH = 10;
const GROWN_UP = 100;

const text = v.pipe(v.string('format'), v.maxLength(MAX_PARAMETER_LENGTH, 'too-long'));

/** A box as requested: any finite degrees; `west > east` crosses the antimeridian. Its edges may coincide. */
const OgcBBox = v.pipe(
  text,
  v.rawTransform<string, BBox>(({ dataset, addIssue, NEVER }) => {
    const numbers = dataset.value.split(',').map(parseDecimal);
    const known = numbers.filter((number) => number !== undefined);
    // With six numbers, the third and the last are heights, and our features have none.
    const [west = 0, south = 0, east = 0, north = 0] = known.length === 6 ? known.toSpliced(5).toSpliced(2, 1) : known;
    if (known.length < numbers.length || (known.length !== 4 && known.length !== 6))
      addIssue({ message: 'four-or-six' });
    else if (south > north) addIssue({ message: 'upside-down' });
    else return { west, south, east, north };
    return NEVER;
  }),
);

/** Both ends inclusive, in milliseconds since the Unix epoch; an open end is infinite. */
interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

function endOf(part: string, open: number): number | undefined {
  return part === '' || part === '..' ? open : parseIsoInstant(part);
}

/** RFC 3339 as the standard requires: an instant, or an interval in which either end may be open. */
const Datetime = v.pipe(
  text,
  v.rawTransform<string, Interval>(({ dataset, addIssue, NEVER }) => {
    const [first = '', last, ...more] = dataset.value.split('/');
    const fromMs = last === undefined ? parseIsoInstant(first) : endOf(first, Number.NEGATIVE_INFINITY);
    const toMs = last === undefined ? fromMs : endOf(last, Number.POSITIVE_INFINITY);
    if (fromMs === undefined || toMs === undefined || more.length > 0) addIssue({ message: 'format' });
    else if (fromMs > toMs) addIssue({ message: 'reversed' });
    else return { fromMs, toMs };
    return NEVER;
  }),
);

const Limit = v.pipe(
  text,
  v.regex(/^\d{1,16}$/, 'format'),
  v.transform(Number),
  v.minValue(1, 'range'),
  // Clamped, not refused: clients request as many as they can hold.
  v.transform((limit) => Math.min(limit, MAX_PAGE_ROWS)),
);

/** Clients send `f=json` by convention. It has no effect: each response has one format. */
export const DocumentQuery = v.strictObject({ f: v.optional(v.picklist(['json'], 'format')) });

export const FEATURE_FORMATS = ['json', 'geojson'] as const;
const featureFormat = v.optional(v.picklist(FEATURE_FORMATS, 'format'));
export const ItemQuery = v.strictObject({ f: featureFormat });

export const ItemsQuery = v.strictObject({
  f: featureFormat,
  bbox: v.optional(OgcBBox),
  'bbox-crs': v.optional(v.picklist([CRS84], 'format')),
  datetime: v.optional(Datetime),
  limit: v.optional(Limit, String(MAX_PAGE_ROWS)),
  cursor: v.optional(v.pipe(text, v.regex(/^[\w.:-]+$/, 'format'))),
  // Some clients send the offset of the first page.
  offset: v.optional(v.picklist(['0'], 'first-page')),
});
export type ItemsQuery = v.InferOutput<typeof ItemsQuery>;

/** QGIS writes these years for open ends. */
const [FIRST_MS, LAST_MS] = [Date.parse('0000-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')];
const isoEnd = (atMs: number) => (atMs > FIRST_MS && atMs < LAST_MS ? isoMillis(atMs) : '..');

function datetimeText({ fromMs, toMs }: Interval): string {
  return fromMs === toMs && isoEnd(fromMs) !== '..' ? isoMillis(fromMs) : `${isoEnd(fromMs)}/${isoEnd(toMs)}`;
}

/** Canonical query string of a URL. */
export function itemsParameters({ bbox, datetime, limit, cursor }: ItemsQuery): string {
  const parameters = [
    ...(bbox ? [`bbox=${formatBBox(bbox)}`] : []),
    ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ...(datetime ? [`datetime=${datetimeText(datetime)}`] : []),
    `limit=${limit}`,
  ];
  return parameters.join('&');
}

/** True for the query by which a GIS detects the columns: the first few of all features. Larger pages follow. */
function isFirstLook({ bbox, datetime, cursor, limit }: ItemsQuery): boolean {
  return !bbox && !datetime && cursor === undefined && limit < GROWN_UP;
}

/** The query for the page after one that ended at `cursor`. */
export function nextQuery(query: ItemsQuery, cursor: string): ItemsQuery {
  return { ...query, cursor, limit: query.limit < GROWN_UP ? query.limit * GROWTH : MAX_PAGE_ROWS };
}

/**
 * The part of a box within home; undefined if there is none. Without a box, or if it covers home, that is home itself.
 * A box that crosses the antimeridian and leaves out only a strip of home counts as one that covers it.
 */
export function boxAtHome(bbox: BBox | undefined, home: BBox): BBox | undefined {
  if (!bbox) return home;
  if (bbox.west > bbox.east) return boxAtHome(unfolded(bbox, home), home);
  const box = {
    west: Math.max(bbox.west, home.west),
    south: Math.max(bbox.south, home.south),
    east: Math.min(bbox.east, home.east),
    north: Math.min(bbox.north, home.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : undefined;
}

/** The side of the antimeridian on which home lies. */
function unfolded(box: BBox, home: BBox): BBox {
  const eastern = box.west <= home.east;
  const western = box.east >= home.west;
  return { ...box, west: western ? -180 : box.west, east: western && !eastern ? box.east : 180 };
}

/** The clock of who saw it, a satellite's or a network's, may be a little ahead of ours. */
export const AHEAD_MS = 5 * MINUTE_MS;

/** The part of an interval within the retained span, end exclusive. Empty, and possibly reversed, if there is none. */
export function requestedSpan(interval: Interval | undefined, [retainedFromMs, retainedToMs]: Span): Span {
  if (!interval) return [retainedFromMs, retainedToMs];
  return [Math.max(interval.fromMs, retainedFromMs), Math.min(interval.toMs + 1, retainedToMs)];
}

/** Some features of a collection, in its order. */
export interface FeaturePage {
  readonly features: readonly Feature[];
  /** The query for the next page; undefined on the last page only. */
  readonly next: ItemsQuery | undefined;
  /** Total number of matching features, if it is known without reading them. */
  readonly matched: number | undefined;
  /** Further members of the response. */
  readonly reported?: Readonly<Record<string, unknown>>;
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

export const GEOJSON_TYPE = 'application/geo+json';

export function itemsAddress(root: string, id: string, query: ItemsQuery): string {
  return `${root}/collections/${id}/items?${itemsParameters(query)}`;
}

const json = 'application/json';

/** Writes a number with a decimal point even if it is whole: readers infer integer from `0`, and then drop 0.5. */
const asReal = (real: number) =>
  Number.isSafeInteger(real) ? (JSON as unknown as { rawJSON(text: string): number }).rawJSON(`${real}.0`) : real;

/** Every column of a collection, null if the feature has no value. */
function allColumns(fields: Collection['fields'], properties: Feature['properties']): Feature['properties'] {
  const columns = Object.entries(fields).map(([name, { type }]) => {
    const value = properties[name] ?? null;
    return [name, type === 'number' && typeof value === 'number' ? asReal(value) : value];
  });
  return { ...properties, ...Object.fromEntries(columns) };
}

/** A neutral value of each type. The time is old, so that the sample is not mistaken for an event. */
function samples(fields: Collection['fields'], atMs: number): Feature['properties'] {
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
 * The page by which a GIS detects a collection's columns: QGIS derives columns, types and geometry kind from ten
 * features. So they have all columns. If no feature has a place, an extra feature, `none`, has a value of each type and
 * an empty multi-geometry of the right kind. GeoJSON readers detect nothing from an empty Point or Polygon.
 */
function learnable(
  { fields, geometry }: Collection,
  { features, ...page }: FeaturePage,
  retainedFromMs: number,
): FeaturePage {
  const whole = features.map((feature) => ({ ...feature, properties: allColumns(fields, feature.properties) }));
  const none: Feature = {
    type: 'Feature',
    id: 'none',
    geometry: { type: `Multi${geometry}`, coordinates: [] },
    properties: samples(fields, retainedFromMs),
  };
  return { ...page, features: features.some((feature) => feature.geometry) ? whole : [...whole, none] };
}

/** Follows the standard; `numberMatched` does not count the feature `none`. */
export function featureCollection(
  site: Pick<OgcSite, 'root' | 'nowMs' | 'retainedFromMs' | 'attribution' | 'simulated'>,
  collection: Collection,
  query: ItemsQuery,
  found: FeaturePage,
): Readonly<Record<string, unknown>> {
  const { root, nowMs, retainedFromMs } = site;
  const page = isFirstLook(query) ? learnable(collection, found, retainedFromMs) : found;
  const links: Link[] = [
    { href: itemsAddress(root, collection.id, query), rel: 'self', type: GEOJSON_TYPE },
    { href: `${root}/collections/${collection.id}`, rel: 'collection', type: json },
    ...(page.next ? [{ href: itemsAddress(root, collection.id, page.next), rel: 'next', type: GEOJSON_TYPE }] : []),
  ];
  return {
    type: 'FeatureCollection',
    timeStamp: isoMillis(nowMs),
    attribution: attributionOf(site, collection),
    ...(page.matched === undefined ? {} : { numberMatched: page.matched }),
    numberReturned: page.features.length,
    links,
    ...page.reported,
    features: page.features,
  };
}

export function singleFeature(
  site: Pick<OgcSite, 'root' | 'attribution' | 'simulated'>,
  collection: Collection,
  feature: Feature,
): Readonly<Record<string, unknown>> {
  const address = `${site.root}/collections/${collection.id}`;
  const links: Link[] = [
    { href: `${address}/items/${encodeURIComponent(feature.id)}`, rel: 'self', type: GEOJSON_TYPE },
    { href: address, rel: 'collection', type: json },
  ];
  return { ...feature, attribution: attributionOf(site, collection), links };
}

/** A collection that is entirely in memory, in the order of its ids. */
export interface FeatureList {
  readonly features: readonly Feature[];
  readonly order: 'rising' | 'falling';
}

/** Sorted by id as text, so that a page continues where the last one ended even if features came or went. */
export function featureList(features: readonly Feature[], order: FeatureList['order']): FeatureList {
  const sign = order === 'rising' ? 1 : -1;
  return { features: features.toSorted((a, b) => (a.id < b.id ? -sign : sign)), order };
}

export function listPage({ features, order }: FeatureList, query: ItemsQuery, time: Collection['time']): FeaturePage {
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

/** Compares bounding boxes. A feature without a place lies in no box. */
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

/** A feature without a time matches every interval. */
function happens({ properties }: Feature, [start, end]: Collection['time'], { fromMs, toMs }: Interval): boolean {
  const [first, last] = [properties[start], properties[end]];
  if (typeof first !== 'string' || typeof last !== 'string') return true;
  return Date.parse(last) >= fromMs && Date.parse(first) <= toMs;
}
