import { parseHotspotKey } from '#shared/fires/Hotspot.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { indexColumnsWithEdges } from '#worker/archive/indexCells.ts';
import type { HistoryQuery, Looked } from '#worker/archive/strikePage.ts';
import { edgeOfCells } from '#worker/archive/windowQuery.ts';
import { type HotspotRow, hotspotOf, type KeptHotspot, placeOf } from './HotspotTable.ts';

/** The newest hotspots of a fire. Rejects if D1 does not answer. */
export async function hotspotsOfFire(
  db: D1Database,
  fire: string,
  limit: number,
): Promise<{ readonly rows: readonly KeptHotspot[]; readonly rowsRead: number }> {
  const { results, meta } = await db
    .prepare(
      'SELECT * FROM hotspot INDEXED BY hotspot_by_fire WHERE fire = ?1 ORDER BY minute DESC, lat5, lon5 LIMIT ?2',
    )
    .bind(fire, limit)
    .all<HotspotRow>();
  return { rows: results.map(hotspotOf), rowsRead: meta.rows_read };
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

/** By when hotspots were seen; the id of a position is a `hotspotKey`. */
export interface HotspotQuery extends HistoryQuery {
  /** Undefined: wherever any is kept, which is home. */
  readonly bbox: BBox | undefined;
}

const ANYWHERE = `
SELECT ?1 AS edge, * FROM hotspot
WHERE minute >= ?1 AND minute < ?2 AND (minute, lat5, lon5, satellite) < (?3, ?4, ?5, ?6)
ORDER BY minute DESC, lat5 DESC, lon5 DESC, satellite DESC LIMIT ?7`;

/** Without hotspots one row with the edge alone. */
const IN_CELLS = `${edgeOfCells({ table: 'hotspot', index: 'hotspot_by_cell', time: 'minute' })}
SELECT edge.at AS edge, hotspot.* FROM edge LEFT JOIN hotspot INDEXED BY hotspot_by_cell
  ON cell IN (SELECT cell FROM used) AND minute >= edge.at AND minute < ?3
  AND (minute, lat5, lon5, satellite) < (?5, ?6, ?7, ?8)
  AND lat5 BETWEEN ?9 AND ?10 AND lon5 BETWEEN ?11 AND ?12
ORDER BY minute DESC, lat5 DESC, lon5 DESC, satellite DESC LIMIT ?13`;

/** The newest first, by time and place, at most `limit`, as far back as a walk over about `walkRows` rows reaches. */
export async function hotspotWindow(
  db: D1Database,
  { bbox, fromMs, toMs, before, limit }: HotspotQuery,
  walkRows: number,
): Promise<Looked<KeptHotspot>> {
  const [from, to] = [Math.ceil(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS)];
  const last = parseHotspotKey(before?.id ?? '');
  const position = last
    ? [...placeOf(last), last.satellite]
    : [Math.ceil((before?.atMs ?? toMs) / MINUTE_MS), NOWHERE, NOWHERE, ''];
  const statement = bbox
    ? inBox(db, bbox, [from, to, walkRows, ...position], limit)
    : db.prepare(ANYWHERE).bind(from, to, ...position, limit);
  const { results, meta } = await statement.all<HotspotRow & { readonly edge: number }>();
  const edge = results[0]?.edge ?? from;
  return {
    rows: results.filter(({ satellite }) => satellite !== null).map(hotspotOf),
    // The first minute may begin later than what was asked for.
    edgeMs: edge <= from ? fromMs : edge * MINUTE_MS,
    rowsRead: meta.rows_read,
  };
}

function inBox(db: D1Database, bbox: BBox, window: readonly unknown[], limit: number): D1PreparedStatement {
  const [, lowest, westmost] = placeOf({ atMs: 0, latitude: bbox.south, longitude: bbox.west });
  const [, highest, eastmost] = placeOf({ atMs: 0, latitude: bbox.north, longitude: bbox.east });
  const columns = JSON.stringify(indexColumnsWithEdges(bbox));
  return db.prepare(IN_CELLS).bind(columns, ...window, lowest, highest, westmost, eastmost, limit);
}
