import { type Hotspot, parseHotspotKey } from '#shared/fires/Hotspot.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { type HotspotRow, hotspotOf, type KeptHotspot, placeOf } from './HotspotTable.ts';

/** The newest hotspots of a fire. Rejects if D1 does not answer. */
export async function hotspotsOfFire(db: D1Database, fire: string, limit: number): Promise<KeptHotspot[]> {
  const { results } = await db
    .prepare(
      'SELECT * FROM hotspot INDEXED BY hotspot_by_fire WHERE fire = ?1 ORDER BY minute DESC, lat5, lon5 LIMIT ?2',
    )
    .bind(fire, limit)
    .all<HotspotRow>();
  return results.map(hotspotOf);
}

/** The hotspot of that key, if it is kept. */
export async function hotspotByKey(db: D1Database, key: string): Promise<KeptHotspot | undefined> {
  const place = parseHotspotKey(key);
  if (!place) return undefined;
  const row = await db
    .prepare('SELECT * FROM hotspot WHERE minute = ?1 AND lat5 = ?2 AND lon5 = ?3 AND satellite = ?4')
    .bind(...placeOf(place), place.satellite)
    .first<HotspotRow>();
  return row ? hotspotOf(row) : undefined;
}

/** Below every place. */
const NOWHERE = -1e9;

/** Hotspots of the box and the time, its end exclusive, the newest first; only those that come after `last`. */
export async function hotspotPage(
  db: D1Database,
  { west, south, east, north }: BBox,
  [fromMs, toMs]: Span,
  last: Pick<Hotspot, 'satellite' | 'atMs' | 'latitude' | 'longitude'> | undefined,
  limit: number,
): Promise<KeptHotspot[]> {
  const end = [Math.ceil(toMs / MINUTE_MS), NOWHERE, NOWHERE, ''] as const;
  const [, lowest, westmost] = placeOf({ atMs: 0, latitude: south, longitude: west });
  const [, highest, eastmost] = placeOf({ atMs: 0, latitude: north, longitude: east });
  const { results } = await db
    .prepare(
      `SELECT * FROM hotspot WHERE minute >= ?1 AND (minute, lat5, lon5, satellite) < (?2, ?3, ?4, ?5)
         AND lat5 BETWEEN ?6 AND ?7 AND lon5 BETWEEN ?8 AND ?9
       ORDER BY minute DESC, lat5 DESC, lon5 DESC, satellite DESC LIMIT ?10`,
    )
    .bind(
      Math.ceil(fromMs / MINUTE_MS),
      ...(last ? [...placeOf(last), last.satellite] : end),
      ...[lowest, highest, westmost, eastmost, limit],
    )
    .all<HotspotRow>();
  return results.map(hotspotOf);
}
