import type { Context } from 'hono';
import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, isoMillis, mergedSpans, type Span } from '#shared/time.ts';
import { dayKey, parseDayKey, utcDay } from '#shared/utcDay.ts';
import { decodeDayGrid } from '#shared/wire/dayGrid.ts';
import type { ReadExtent } from '#shared/wire/StrikeBody.ts';
import { CountArchive } from '#worker/archive/counts.ts';
import { DayArchive } from '#worker/archive/days.ts';
import type { Feature } from '#worker/archive/HistoryCollection.ts';
import { inQueue, payRows } from '#worker/archive/inQueue.ts';
import { extentIn, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type DayFiles, DayFileTable } from '#worker/features/gis/DayFileTable.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { available } from '#worker/http/responses.ts';
import { nowcastStub } from '#worker/stubs.ts';
import { cachedJson, type OgcSite, type OwnId } from './collections.ts';
import { type FeatureList, featureList, type ItemsQuery } from './items.ts';
import {
  boxPolygon,
  chosenDay,
  dayFeatures,
  dayOfTile,
  dayTileFeatures,
  stacItem,
  stormCellFeatures,
} from './strikeItems.ts';

/** Sorts after every instant. */
const NOT_YET = 'not-yet';

/** Data gaps of home since `fromMs`, oldest first. The last one, always present, is the time without data yet. */
export function gapFeatures({ completeToMs, gaps }: ReadExtent, home: BBox, fromMs: number, nowMs: number): Feature[] {
  const feature = (state: 'gap' | typeof NOT_YET, [from, to]: Span): Feature => ({
    type: 'Feature',
    id: state === NOT_YET ? NOT_YET : isoMillis(from),
    geometry: boxPolygon(home),
    properties: { state, from: isoMillis(from), to: isoMillis(to), seconds: Math.round((to - from) / 1000) },
  });
  // The provider's clock may be ahead of ours.
  const last = feature(NOT_YET, [Math.min(completeToMs ?? fromMs, nowMs), nowMs]);
  return [...(completeToMs === null ? [] : gaps.map((span) => feature('gap', span))), last];
}

type OgcContext = Context<{ Bindings: Env }>;
type ListedId = Exclude<OwnId, 'strikes' | 'strikes-24h'>;

/** Maximum age of a response. */
export const LIST_CACHE: Readonly<Record<ListedId, string>> = {
  'storm-cells': 'public, max-age=15',
  'data-gaps': 'public, max-age=15',
  days: 'public, max-age=60',
  'day-tiles': 'public, max-age=60',
};

export const isListed = (id: string): id is ListedId => Object.hasOwn(LIST_CACHE, id);

/** Cached once for all queries. */
async function store(
  c: OgcContext,
  id: ListedId,
  name: string,
  make: () => Promise<FeatureList>,
): Promise<FeatureList> {
  const headers = { 'content-type': 'application/json', 'cache-control': LIST_CACHE[id] };
  return (await cachedJson(c, `/internal/ogc/${name}`, headers, make)).json();
}

/** The list for a query: the whole collection, or the day that it selects. The client pays for cache misses. */
export async function listOf(
  c: OgcContext,
  site: OgcSite,
  id: ListedId,
  query: Pick<ItemsQuery, 'cursor' | 'datetime' | 'limit'>,
): Promise<FeatureList> {
  switch (id) {
    case 'storm-cells':
      return store(c, id, id, () => readStormCells(c, site));
    case 'data-gaps':
      return store(c, id, id, () => readGaps(c, site));
    case 'days':
      return store(c, id, id, () => readDays(c, site));
    case 'day-tiles':
      return tilesOf(c, site, chosenDay(await listOf(c, site, 'days', query), query));
  }
}

/** The feature with that id. */
export async function listedFeature(
  c: OgcContext,
  site: OgcSite,
  id: ListedId,
  featureId: string,
): Promise<Feature | undefined> {
  const list =
    id === 'day-tiles' ? await tilesOf(c, site, dayOfTile(featureId)) : await listOf(c, site, id, { limit: 1 });
  return list.features.find((feature) => feature.id === featureId);
}

async function readStormCells(c: OgcContext, { nowMs }: OgcSite): Promise<FeatureList> {
  return featureList(stormCellFeatures(await available('nowcast', nowcastStub(c.env).outlined()), nowMs), 'rising');
}

/** The record of home is one row, and its gaps are few. */
const RECORD_ROWS = 1_000;

async function readGaps(c: OgcContext, { home, retainedFromMs, nowMs }: OgcSite): Promise<FeatureList> {
  await payRows(c, RECORD_ROWS);
  const record = await available('archive', new StrikeArchive(c.env.DB).record());
  const extent = extentIn({ bbox: home, fromMs: retainedFromMs, toMs: nowMs }, record, home, retainedFromMs);
  return featureList(gapFeatures(extent, home, retainedFromMs, nowMs), 'rising');
}

/** Derived from the counts. */
async function readDays(c: OgcContext, site: OgcSite): Promise<FeatureList> {
  const { home, retainedFromMs, nowMs } = site;
  const [fromHour, toHour] = [Math.floor(retainedFromMs / HOUR_MS), Math.ceil(nowMs / HOUR_MS)];
  const counted = await inQueue(c, () => new CountArchive(c.env.DB, home).hours(undefined, fromHour, toHour));
  const read = extentIn({ bbox: home, fromMs: 0, toMs: nowMs }, counted.record, home, retainedFromMs);
  const gaps = [...read.gaps, ...counted.uncounted, [read.completeToMs ?? 0, nowMs] as const];
  const hours = counted.hours.map(({ hour, tenths }) => ({ hour, strikes: tenths.reduce((sum, one) => sum + one, 0) }));
  const files = await filesOf(c, utcDay(retainedFromMs), utcDay(nowMs));
  const merged = mergedSpans(gaps);
  const items = dayFeatures({ hours, gaps: merged }, home, retainedFromMs, nowMs).map((day) =>
    stacItem(day, files.get(day.id), merged, site),
  );
  return featureList(items, 'falling');
}

/** The files that this deployment serves, by day. */
async function filesOf(c: OgcContext, fromDay: number, toDay: number): Promise<ReadonlyMap<string, DayFiles>> {
  if (!c.env.ARCHIVE_BUCKET || parseConfig(c.env).archiveAccess === 'off') return new Map();
  const found = await available('archive', new DayFileTable(c.env.DB).between(fromDay, toDay));
  return new Map(found.map((files) => [dayKey(files.day * DAY_MS), files]));
}

/** Tiles of a day within the retention period; empty for any other day. */
async function tilesOf(c: OgcContext, site: OgcSite, day: string | undefined): Promise<FeatureList> {
  const startMs = parseDayKey(day ?? '');
  const { home, retainedFromMs, nowMs } = site;
  if (startMs === undefined || startMs + DAY_MS <= retainedFromMs || startMs > nowMs) return featureList([], 'rising');
  return store(c, 'day-tiles', `day-tiles/${day}`, async () => {
    const fromHour = Math.floor(Math.max(startMs, retainedFromMs) / HOUR_MS);
    const toHour = Math.ceil(Math.min(startMs + DAY_MS, nowMs) / HOUR_MS);
    const { body } = await inQueue(c, () =>
      new DayArchive(c.env.DB, home).grid('hours', utcDay(startMs), fromHour, toHour),
    );
    const decoded = decodeDayGrid(body);
    if (!decoded.ok) throw new Error(`day grid: ${decoded.reason}`);
    return featureList(dayTileFeatures(decoded.grid, startMs), 'rising');
  });
}
