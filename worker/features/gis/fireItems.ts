import type { Context } from 'hono';
import { FIRES_A_PAGE } from '#shared/fires/bodies.ts';
import { hotspotKey } from '#shared/fires/Hotspot.ts';
import { type BBox, bboxContains, bboxWithin } from '#shared/geo/BBox.ts';
import { isoMillis, MINUTE_MS } from '#shared/time.ts';
import {
  decodePageCursor,
  encodePageCursor,
  type HistoryPage,
  type HistoryQuery,
} from '#worker/archive/StrikeArchive.ts';
import { firstFound, scannedRows } from '#worker/archive/strikeRoutes.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import {
  FireTable,
  gapShareBody,
  reportedFire,
  reportedPower,
  type StoredFire,
} from '#worker/features/fires/FireTable.ts';
import { firesContext, scannedFires } from '#worker/features/fires/fireRoutes.ts';
import {
  HotspotTable,
  hotspotByKey,
  hotspotWindow,
  NO_SOURCES,
  type StoredHotspot,
} from '#worker/features/fires/HotspotTable.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { parameterProblem } from '#worker/http/parameters.ts';
import { available } from '#worker/http/responses.ts';
import type { CollectionId, OgcSite } from './collections.ts';
import { boxAtHome, type Feature, type FeaturePage, type ItemsQuery, nextQuery, requestedSpan } from './items.ts';

const simulatedOnly = (simulated: boolean) => (simulated ? { simulated } : {});

export function fireFeature(fire: StoredFire, simulated: boolean): Feature {
  const [best] = fire.candidates;
  const { latitude, longitude, frpMw } = reportedFire(fire);
  return {
    type: 'Feature',
    id: fire.id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ firstSeen: isoMillis(fire.firstSeenMs), lastSeen: isoMillis(fire.lastSeenMs) },
      ...{ static: fire.isStatic, frpMw, state: fire.state, chance: fire.chance },
      ...gapShareBody(fire),
      ...(best
        ? {
            ...{ strikeId: best.strikeId, strikeAt: best.timestamp },
            ...{ strikeKm: best.distanceKm, strikeShare: best.share },
          }
        : {}),
      ...simulatedOnly(simulated),
    },
  };
}

export function hotspotFeature(hotspot: StoredHotspot, simulated: boolean): Feature {
  const { longitude, latitude, atMs, satellite, scanKm, trackKm, frpMw, confidence, isDay, fire, withdrawn } = hotspot;
  return {
    type: 'Feature',
    id: hotspotKey(hotspot),
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ at: isoMillis(atMs), satellite, scanKm, trackKm, frpMw: reportedPower(frpMw), confidence, day: isDay },
      ...(fire === null ? {} : { fire }),
      withdrawn,
      ...simulatedOnly(simulated),
    },
  };
}

type OgcContext = Context<{ Bindings: Env }>;
type FireCollectionId = Extract<CollectionId, 'fires' | 'hotspots'>;

export const isOfFires = (id: CollectionId): id is FireCollectionId => id === 'fires' || id === 'hotspots';

/** A satellite's clock may be a little ahead of ours. */
const AHEAD_MS = 5 * MINUTE_MS;

/** A page of home's features for a query, newest first. The client pays. */
export async function firePage(
  c: OgcContext,
  site: OgcSite,
  id: FireCollectionId,
  query: ItemsQuery,
): Promise<FeaturePage> {
  const config = parseConfig(c.env);
  const { home, retainedFromMs, nowMs, simulated } = site;
  const cursor = query.cursor === undefined ? undefined : decodePageCursor(query.cursor);
  if (query.cursor !== undefined && !cursor) throw parameterProblem([{ message: 'format', path: ['cursor'] }]);
  const bbox = boxAtHome(query.bbox, home);
  const [fromMs, toMs] = requestedSpan(query.datetime, [retainedFromMs, nowMs + AHEAD_MS]);
  const { DB } = c.env;
  const rows = config.fires ? await available('archive', new HotspotTable(DB).sources()) : NO_SOURCES;
  const reported = firesContext(rows, config, nowMs);
  if (!bbox || fromMs >= toMs) return { features: [], next: undefined, matched: 0, reported };
  const within = bboxWithin(home, bbox) ? undefined : bbox;
  const readPage = (before: PagePosition | undefined): Promise<HistoryPage<Feature>> => {
    const window = { fromMs, toMs, before, limit: query.limit };
    return id === 'fires' ? pageOfFires(c, window, within, simulated) : pageOfHotspots(c, window, within, simulated);
  };
  const page = await firstFound(readPage, (found) => found.rows.length === 0, cursor);
  const next = page.next && nextQuery(query, encodePageCursor(page.next));
  const matched = next || cursor ? undefined : page.rows.length;
  return { features: page.rows, next, matched, reported };
}

async function pageOfFires(
  c: OgcContext,
  window: HistoryQuery,
  bbox: BBox | undefined,
  simulated: boolean,
): Promise<HistoryPage<Feature>> {
  const limit = Math.min(window.limit, FIRES_A_PAGE);
  const page = await scannedFires(c, { ...window, limit, area: bbox && { bbox } });
  return { ...page, rows: page.rows.map((fire) => fireFeature(fire, simulated)) };
}

async function pageOfHotspots(
  c: OgcContext,
  window: HistoryQuery,
  bbox: BBox | undefined,
  simulated: boolean,
): Promise<HistoryPage<Feature>> {
  const page = await scannedRows(
    c,
    { ...window, bbox },
    (...look) => hotspotWindow(c.env.DB, ...look),
    (one) => ({ atMs: one.atMs, id: hotspotKey(one) }),
  );
  return { ...page, rows: page.rows.map((one) => hotspotFeature(one, simulated)) };
}

export async function fireFeatureById(
  c: OgcContext,
  { home, retainedFromMs, simulated }: OgcSite,
  id: FireCollectionId,
  featureId: string,
): Promise<Feature | undefined> {
  const { DB } = c.env;
  if (id === 'fires') {
    const fire = await available('archive', new FireTable(DB).byId(featureId));
    return fire && fire.lastSeenMs >= retainedFromMs ? fireFeature(fire, simulated) : undefined;
  }
  const spot = await available('archive', hotspotByKey(DB, featureId));
  if (!spot || spot.atMs < retainedFromMs || !bboxContains(home, spot.longitude, spot.latitude)) return undefined;
  return hotspotFeature(spot, simulated);
}
