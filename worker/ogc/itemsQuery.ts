import * as v from 'valibot';
import { type BBox, formatBBox, parseDecimal } from '#shared/geo/BBox.ts';
import { MAX_PAGE_ROWS, MAX_PARAMETER_LENGTH } from '#shared/limits.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import type { Span } from '#shared/time/spans.ts';

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/**
 * `next` asks for so many times as many, because GDAL begins with ten and follows; whoever has followed as far as a page of
 * a hundred wants all.
 */
const GROWTH = 10;
const GROWN_UP = 100;

const text = v.pipe(v.string('format'), v.maxLength(MAX_PARAMETER_LENGTH, 'too-long'));

/** A box as it was asked: any finite degrees; `west > east` crosses the antimeridian. Its edges may meet. */
const OgcBBox = v.pipe(
  text,
  v.rawTransform<string, BBox>(({ dataset, addIssue, NEVER }) => {
    const numbers = dataset.value.split(',').map(parseDecimal);
    const known = numbers.filter((number) => number !== undefined);
    // With six, the third and the last are heights, and nothing of ours has one.
    const [west = 0, south = 0, east = 0, north = 0] = known.length === 6 ? known.toSpliced(5).toSpliced(2, 1) : known;
    if (known.length < numbers.length || (known.length !== 4 && known.length !== 6))
      addIssue({ message: 'four-or-six' });
    else if (south > north) addIssue({ message: 'upside-down' });
    else return { west, south, east, north };
    return NEVER;
  }),
);

/** Both ends inclusive, in milliseconds since the Unix epoch; an open end is infinite. */
export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

function endOf(part: string, open: number): number | undefined {
  return part === '' || part === '..' ? open : parseIsoInstant(part);
}

/** RFC 3339 as the standard has it: an instant, or an interval either end of which may be open. */
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
  // Not refused: clients ask for as many as they can hold.
  v.transform((limit) => Math.min(limit, MAX_PAGE_ROWS)),
);

/** Clients send `f=json` by convention. It changes nothing: there is one form of each answer. */
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
  // Some clients say with their first question that they begin at the beginning.
  offset: v.optional(v.picklist(['0'], 'first-page')),
});
export type ItemsQuery = v.InferOutput<typeof ItemsQuery>;

/** QGIS writes these years for open ends. */
const [FIRST_MS, LAST_MS] = [Date.parse('0000-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')];
const isoEnd = (atMs: number) => (atMs > FIRST_MS && atMs < LAST_MS ? isoMillis(atMs) : '..');

function datetimeText({ fromMs, toMs }: Interval): string {
  return fromMs === toMs && isoEnd(fromMs) !== '..' ? isoMillis(fromMs) : `${isoEnd(fromMs)}/${isoEnd(toMs)}`;
}

/** The query of an address, the same however it was written. */
export function itemsParameters({ bbox, datetime, limit, cursor }: ItemsQuery): string {
  const parameters = [
    ...(bbox ? [`bbox=${formatBBox(bbox)}`] : []),
    ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ...(datetime ? [`datetime=${datetimeText(datetime)}`] : []),
    `limit=${limit}`,
  ];
  return parameters.join('&');
}

/** Whether a question is that by which a GIS learns what features look like: the first few of all. It goes on in larger pages. */
export function isFirstLook({ bbox, datetime, cursor, limit }: ItemsQuery): boolean {
  return !bbox && !datetime && cursor === undefined && limit < GROWN_UP;
}

/** What to ask after a page that ended at `cursor`. */
export function nextQuery(query: ItemsQuery, cursor: string): ItemsQuery {
  return { ...query, cursor, limit: query.limit < GROWN_UP ? query.limit * GROWTH : MAX_PAGE_ROWS };
}

/**
 * What of a box lies at home, undefined if nothing does. Without a box, or if it holds all of home, that is home itself.
 * A box that crosses the antimeridian and leaves out a slit of home alone counts as one that holds it all.
 */
export function boxAtHome(asked: BBox | undefined, home: BBox): BBox | undefined {
  if (!asked) return home;
  if (asked.west > asked.east) return boxAtHome(unfolded(asked, home), home);
  const box = {
    west: Math.max(asked.west, home.west),
    south: Math.max(asked.south, home.south),
    east: Math.min(asked.east, home.east),
    north: Math.min(asked.north, home.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : undefined;
}

/** The side of the antimeridian on which home lies. */
function unfolded(box: BBox, home: BBox): BBox {
  const eastern = box.west <= home.east;
  const western = box.east >= home.west;
  return { ...box, west: western ? -180 : box.west, east: western && !eastern ? box.east : 180 };
}

/** What of an interval lies within `kept`, its end exclusive. Empty, and perhaps reversed, if nothing does. */
export function spanAsked(asked: Interval | undefined, [keptFromMs, keptToMs]: Span): Span {
  if (!asked) return [keptFromMs, keptToMs];
  return [Math.max(asked.fromMs, keptFromMs), Math.min(asked.toMs + 1, keptToMs)];
}
