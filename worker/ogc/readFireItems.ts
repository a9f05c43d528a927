import type { Context } from 'hono';
import { hotspotKey, parseHotspotKey } from '#shared/fires/Hotspot.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable, NO_SOURCES } from '#worker/fires/HotspotTable.ts';
import { hotspotByKey, hotspotPage } from '#worker/fires/hotspotReads.ts';
import { available } from '#worker/http/available.ts';
import { parameterProblem } from '#worker/http/parameterProblem.ts';
import { firesContext } from '#worker/routes/fires/firesBody.ts';
import { payRows } from '#worker/routes/inTurn.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { CollectionId } from './collections.ts';
import type { Feature, FeaturePage } from './features.ts';
import { decodeFireCursor, encodeFireCursor, fireFeature, hotspotFeature } from './fireItems.ts';
import { boxAtHome, type ItemsQuery, nextQuery, spanAsked } from './itemsQuery.ts';
import type { OgcSite } from './OgcSite.ts';

type OgcContext = Context<{ Bindings: Env }>;
type FireCollectionId = Extract<CollectionId, 'fires' | 'hotspots'>;

export const isOfFires = (id: CollectionId): id is FireCollectionId => id === 'fires' || id === 'hotspots';

/** What a page is charged for: some hundred days of either. */
const PAGE_ROWS = 20_000;
/** A satellite's clock may be a little ahead of ours. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Features of home that a query asks for, the newest first. The client pays. */
export async function firePage(
  c: OgcContext,
  site: OgcSite,
  id: FireCollectionId,
  query: ItemsQuery,
): Promise<FeaturePage> {
  const config = parseConfig(c.env);
  const { home, keptFromMs, nowMs, simulated } = site;
  const decode = id === 'fires' ? decodeFireCursor : parseHotspotKey;
  if (query.cursor !== undefined && !decode(query.cursor)) {
    throw parameterProblem([{ message: 'format', path: ['cursor'] }]);
  }
  const bbox = boxAtHome(query.bbox, home);
  const span = spanAsked(query.datetime, [keptFromMs, nowMs + AHEAD_MS]);
  const { DB } = c.env;
  const rows = config.fires ? await available('archive', new HotspotTable(DB).sources()) : NO_SOURCES;
  const told = firesContext(rows, config, nowMs);
  if (!bbox || span[0] >= span[1]) return { features: [], next: undefined, matched: 0, told };
  const read = async (): Promise<readonly [Feature, string][]> => {
    if (id === 'fires') {
      const before = decodeFireCursor(query.cursor ?? '') ?? { lastSeenMs: span[1], id: '' };
      const found = await new FireTable(DB).seenSince([bbox], span[0], query.limit + 1, before);
      return found.map((fire) => [fireFeature(fire, simulated), encodeFireCursor(fire)]);
    }
    const found = await hotspotPage(DB, bbox, span, parseHotspotKey(query.cursor ?? ''), query.limit + 1);
    return found.map((one) => [hotspotFeature(one, simulated), hotspotKey(one)]);
  };
  await payRows(c, PAGE_ROWS);
  const found = await available('archive', read());
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const next = last && found.length > page.length ? nextQuery(query, last[1]) : undefined;
  const matched = next || query.cursor !== undefined ? undefined : page.length;
  return { features: page.map(([feature]) => feature), next, matched, told };
}

export async function fireFeatureById(
  c: OgcContext,
  { home, keptFromMs, simulated }: OgcSite,
  id: FireCollectionId,
  featureId: string,
): Promise<Feature | undefined> {
  const { DB } = c.env;
  if (id === 'fires') {
    const fire = await available('archive', new FireTable(DB).byId(featureId));
    return fire && fire.lastSeenMs >= keptFromMs ? fireFeature(fire, simulated) : undefined;
  }
  const spot = await available('archive', hotspotByKey(DB, featureId));
  if (!spot || spot.atMs < keptFromMs || !bboxContains(home, spot.longitude, spot.latitude)) return undefined;
  return hotspotFeature(spot, simulated);
}
