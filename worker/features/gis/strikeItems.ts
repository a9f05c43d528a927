import type { Context } from 'hono';
import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { ringOfBox } from '#shared/geo/Shape.ts';
import { formatTile, tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import {
  clippedSpans,
  DAY_MS,
  HOUR_MS,
  isoIntervals,
  isoMillis,
  lengthMs,
  mergedSpans,
  type Span,
} from '#shared/time.ts';
import { dayKey, dayStartMs, isDay, parseDayKey } from '#shared/utcDay.ts';
import { dayFilePath } from '#shared/wire/apiPaths.ts';
import type { DayGrid } from '#shared/wire/dayGrid.ts';
import { CountArchive } from '#worker/archive/counts.ts';
import type { Feature, Geometry } from '#worker/archive/HistoryCollection.ts';
import { inQueue } from '#worker/archive/inQueue.ts';
import { decodePageCursor, encodePageCursor, extentIn, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { extentBody, firstFound, scannedPage } from '#worker/archive/strikeRoutes.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import type { OutlinedCells } from '#worker/calls.ts';
import { DAY_FORMATS, type DayFiles, type DayFormat, isSettled, sha256Of } from '#worker/features/gis/DayFileTable.ts';
import type { Env } from '#worker/http/Env.ts';
import { parameterProblem } from '#worker/http/parameters.ts';
import { available } from '#worker/http/responses.ts';
import { headOf, outlinesOf } from '#worker/nowcast/cellRoutes.ts';
import { type OgcSite, TENTH_MS } from './collections.ts';
import {
  AHEAD_MS,
  boxAtHome,
  type FeatureList,
  type FeaturePage,
  GEOJSON_TYPE,
  type ItemsQuery,
  type Link,
  listPage,
  nextQuery,
  requestedSpan,
} from './items.ts';

/**
 * Where the next page of a query starts. `fromMs` and `seq` are those of the first page, so that the pages stay
 * consistent whatever is added or deleted meanwhile.
 */
interface StrikeCursor {
  readonly fromMs: number;
  /** Strikes with a higher ordinal did not exist when the first page was read. */
  readonly seq: number;
  readonly before: PagePosition;
}

function encodeStrikeCursor({ fromMs, seq, before }: StrikeCursor): string {
  return `${fromMs}.${seq}.${encodePageCursor(before)}`;
}

/** Undefined if `encodeStrikeCursor` did not write the text. */
function decodeStrikeCursor(text: string): StrikeCursor | undefined {
  const [, fromMs, seq, token = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(text) ?? [];
  const before = decodePageCursor(token);
  return before && { fromMs: Number(fromMs), seq: Number(seq), before };
}

/** `entitled`: adds a title for lists. */
export function strikeFeature(
  { id, longitude, latitude, atMs, ordinal, detail = {} }: NumberedStrike,
  entitled: boolean,
): Feature {
  const timestamp = isoMillis(atMs);
  const { ellipse, ...reported } = detail;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...(entitled ? { title: `Lightning, ${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC` } : {}),
      timestamp,
      ordinal,
      ...reported,
      ...ellipse,
    },
  };
}

type OgcContext = Context<{ Bindings: Env }>;

/** Limit of the hours that are counted for a page. */
const MAX_COUNTED_HOURS = 10_000;
/** Minimum for the last day, without a filter. */
const LEAST_STRIKES = 10;

/** Strikes of home in the span, if known exactly: counts are per ten minutes. `spentRows`: rows read before. */
async function countedAll(
  c: OgcContext,
  home: BBox,
  [fromMs, toMs]: Span,
  seq: number,
  spentRows: number,
): Promise<number | undefined> {
  const [fromHour, toHour] = [Math.floor(fromMs / HOUR_MS), Math.ceil(toMs / HOUR_MS)];
  if (fromMs % TENTH_MS !== 0 || toMs % TENTH_MS !== 0 || toHour - fromHour > MAX_COUNTED_HOURS) return undefined;
  const { hours, uncounted } = await inQueue(c, () =>
    new CountArchive(c.env.DB, home).hours(undefined, fromHour, toHour, spentRows),
  );
  if (clippedSpans(uncounted, fromMs, toMs).length > 0) return undefined;
  // Newer strikes would be counted but are on no page.
  if ((await archiveSeq(c)) !== seq) return undefined;
  const ofTenth = (hour: number) => (strikes: number, tenth: number) => {
    const atMs = hour * HOUR_MS + tenth * TENTH_MS;
    return atMs >= fromMs && atMs < toMs ? strikes : 0;
  };
  return hours.flatMap(({ hour, tenths }) => tenths.map(ofTenth(hour))).reduce((sum, strikes) => sum + strikes, 0);
}

const archiveSeq = (c: OgcContext) => available('archive', new StrikeArchive(c.env.DB).seq());

/** A page of `site`'s strikes since `reachFromMs` for a query. The client pays. */
export async function readStrikes(
  c: OgcContext,
  site: OgcSite,
  query: ItemsQuery,
  collection: { readonly reachFromMs: number; readonly entitled: boolean; readonly fillUp: boolean },
): Promise<FeaturePage> {
  const { home, retainedFromMs, nowMs } = site;
  const cursor = query.cursor === undefined ? undefined : decodeStrikeCursor(query.cursor);
  if (query.cursor !== undefined && !cursor) throw parameterProblem([{ message: 'format', path: ['cursor'] }]);
  const bbox = boxAtHome(query.bbox, home);
  // Rounded to ten minutes, for the counts.
  const endMs = Math.ceil((nowMs + AHEAD_MS) / TENTH_MS) * TENTH_MS;
  const requested = requestedSpan(query.datetime, [collection.reachFromMs, endMs]);
  let span: Span = [Math.max(cursor?.fromMs ?? requested[0], retainedFromMs), requested[1]];
  if (!bbox || span[0] >= span[1]) return { features: [], next: undefined, matched: 0 };
  const seq = cursor?.seq ?? (await archiveSeq(c));
  // GDAL stops at an empty page, even if more follow.
  const newest = ([fromMs, toMs]: Span, limit: number) =>
    firstFound(
      (before) => scannedPage(c, { bbox, fromMs, toMs, before, limit, upToOrdinal: seq }),
      (page) => page.strikes.length === 0,
      cursor?.before,
    );
  const isFilledUp = collection.fillUp && !cursor && !query.bbox && !query.datetime;
  let found = await newest(span, isFilledUp ? Math.max(query.limit, LEAST_STRIKES) : query.limit);
  let rowsRead = found.rowsRead;
  if (isFilledUp && !found.next && found.strikes.length < LEAST_STRIKES) {
    found = { ...(await newest([retainedFromMs, span[1]], LEAST_STRIKES)), next: undefined };
    rowsRead += found.rowsRead;
    span = [Math.min(span[0], found.strikes.at(-1)?.atMs ?? retainedFromMs), span[1]];
  }
  const strikes = found.strikes.slice(0, query.limit);
  const last = strikes.at(-1);
  const before = last && found.strikes.length > strikes.length ? { atMs: last.atMs, id: last.id } : found.next;
  const extent = extentIn({ bbox, fromMs: span[0], toMs: span[1] }, found.record, home, retainedFromMs);
  const next = before && nextQuery(query, encodeStrikeCursor({ fromMs: span[0], seq, before }));
  const matched = async () => {
    if (cursor) return undefined;
    return !next ? strikes.length : bboxWithin(home, bbox) ? countedAll(c, home, span, seq, rowsRead) : undefined;
  };
  return {
    features: strikes.map((strike) => strikeFeature(strike, collection.entitled)),
    next,
    matched: await matched(),
    reported: extentBody(extent),
  };
}

export function boxPolygon(box: BBox): Geometry {
  return { type: 'Polygon', coordinates: [ringOfBox(box)] };
}

/** The properties that identify the day. */
function dayTimes(startMs: number) {
  return {
    day: dayKey(startMs),
    start_datetime: isoMillis(startMs),
    end_datetime: isoMillis(startMs + DAY_MS - 1),
  };
}

interface CountedDays {
  /** Strikes of home by hour since the Unix epoch. */
  readonly hours: readonly { readonly hour: number; readonly strikes: number }[];
  /** Time without data, or not counted yet; up to now. */
  readonly gaps: readonly Span[];
}

/**
 * The UTC days of `[fromMs, nowMs]` from the first one with data or strikes on. Today is always included.
 */
export function dayFeatures({ hours, gaps }: CountedDays, home: BBox, fromMs: number, nowMs: number): Feature[] {
  const strikesOf = new Map<number, number>();
  for (const { hour, strikes } of hours) {
    const startMs = dayStartMs(hour * HOUR_MS);
    strikesOf.set(startMs, (strikesOf.get(startMs) ?? 0) + strikes);
  }
  const merged = mergedSpans(gaps);
  const todayMs = dayStartMs(nowMs);
  const firstMs = dayStartMs(fromMs);
  const days = Array.from({ length: Math.round((todayMs - firstMs) / DAY_MS) + 1 }, (_, index) => {
    const startMs = firstMs + index * DAY_MS;
    const gapMs = lengthMs(clippedSpans(merged, startMs, Math.min(startMs + DAY_MS, nowMs)));
    return { startMs, gapMs, strikes: strikesOf.get(startMs) ?? 0 };
  });
  const first = days.findIndex((day) => day.strikes > 0 || day.gapMs < DAY_MS);
  return days.slice(first < 0 ? -1 : first).map((day): Feature => {
    const { startMs, gapMs, strikes } = day;
    return {
      type: 'Feature',
      id: dayKey(startMs),
      geometry: boxPolygon(home),
      properties: { ...dayTimes(startMs), strikes, gapSeconds: Math.round(gapMs / 1000) },
    };
  });
}

const TIME = ['start_datetime', 'end_datetime'] as const;

/** The newest of `days` with strikes that overlaps the query's interval. With a cursor, the day of the first page. */
export function chosenDay(
  days: FeatureList,
  { cursor, datetime, limit }: Pick<ItemsQuery, 'cursor' | 'datetime' | 'limit'>,
): string | undefined {
  if (cursor !== undefined) return dayOfTile(cursor);
  const struck = { ...days, features: days.features.filter(({ properties }) => Number(properties.strikes) > 0) };
  return listPage(struck, { datetime, limit }, TIME).features[0]?.id;
}

/** The day in the id of a tile feature. */
export function dayOfTile(id: string): string | undefined {
  const day = id.slice(0, 10);
  return isDay(day) ? day : undefined;
}

/** The tiles with strikes of home on the day that starts at `startMs`. */
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

const FILE_EXTENSION = 'https://stac-extensions.github.io/file/v2.1.0/schema.json';
/** Multihash prefix: the next 32 bytes are a SHA-256. */
const SHA2_256 = '1220';

interface StacAsset {
  readonly href: string;
  readonly type: string;
  readonly title: string;
  readonly roles: readonly string[];
  readonly 'file:size': number;
  readonly 'file:checksum': string;
  /** Data gaps and strike count when the file was created. The item itself has the current values. */
  readonly gaps: string;
  readonly strikes: number;
}

/** A day as an Item of STAC 1.1: a feature with its files as assets. */
interface StacItem extends Feature {
  readonly stac_version: '1.1.0';
  readonly stac_extensions: readonly string[];
  readonly bbox: readonly number[];
  readonly collection: string;
  readonly links: readonly Link[];
  readonly assets: Readonly<Partial<Record<DayFormat, StacAsset>>>;
}

/** `day`: a feature of the collection `days`; `files`: its files, if there are any; `gaps`: data gaps, merged. */
export function stacItem(
  day: Feature,
  files: DayFiles | undefined,
  gaps: readonly Span[],
  site: Pick<OgcSite, 'origin' | 'root' | 'home' | 'nowMs'>,
): StacItem {
  const { origin, root, home, nowMs } = site;
  const startMs = parseDayKey(day.id) ?? 0;
  const spans = clippedSpans(gaps, startMs, Math.min(startMs + DAY_MS, nowMs));
  const address = `${root}/collections/days`;
  const asset = (format: DayFormat, { files, gaps, strikes }: DayFiles): StacAsset => ({
    href: `${origin}${dayFilePath(files[format].name)}`,
    type: DAY_FORMATS[format].mediaType,
    title: DAY_FORMATS[format].title,
    roles: ['data'],
    'file:size': files[format].bytes,
    'file:checksum': `${SHA2_256}${sha256Of(files[format])}`,
    gaps: isoIntervals(gaps),
    strikes,
  });
  return {
    ...day,
    stac_version: '1.1.0',
    stac_extensions: [FILE_EXTENSION],
    bbox: [home.west, home.south, home.east, home.north],
    collection: 'days',
    properties: {
      ...day.properties,
      datetime: null,
      gaps: isoIntervals(spans),
      settled: files !== undefined && isSettled(files, nowMs),
      ...(files ? { updated: isoMillis(files.createdMs) } : {}),
    },
    links: [
      { href: `${address}/items/${day.id}`, rel: 'self', type: GEOJSON_TYPE },
      { href: address, rel: 'collection', type: 'application/json' },
    ],
    assets: files ? { parquet: asset('parquet', files), csv: asset('csv', files) } : {},
  };
}

/** Sorts after every number. */
const STATE = 'state';

/** One feature per storm cell, and one without a place that is always present. `outlinedCells`: null if there are no cells. */
export function stormCellFeatures(outlinedCells: OutlinedCells | null, nowMs: number): Feature[] {
  const { at, stale, partial } = outlinedCells
    ? headOf(outlinedCells, nowMs)
    : { at: undefined, stale: true, partial: true };
  const common = { ...(at === undefined ? {} : { at }), stale, partial };
  const state: Feature = { type: 'Feature', id: STATE, geometry: null, properties: { kind: 'state', ...common } };
  const features = (outlinedCells ? outlinesOf(outlinedCells) : []).map(({ cell, ring }): Feature => {
    const { speedKmH, headingDegrees, headingErrorDegrees } = cell;
    const motion = { speedKmH, headingDegrees, headingErrorDegrees };
    return {
      type: 'Feature',
      id: String(cell.id),
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {
        kind: 'cell',
        ...common,
        flashes: cell.flashes,
        trend: cell.trend,
        radiusKm: cell.radiusKm,
        ...(speedKmH === null ? {} : motion),
        ageMinutes: cell.ageMinutes,
      },
    };
  });
  return [...features, state];
}
