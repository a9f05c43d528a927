import {
  FIRE_SATELLITES,
  type FireSatellite,
  type Hotspot,
  hotspotKey,
  parseHotspotKey,
} from '#shared/fires/Hotspot.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { HistoryQuery, Looked } from '#worker/archive/StrikeArchive.ts';
import { edgeOfTiles, indexColumnsWithEdges, indexTile } from '#worker/archive/windowQuery.ts';
import { type FireRegion, type FireSpan, type HotspotResponse, SOUTHERN_LATITUDE } from './firms.ts';

/**
 * Interval between requests for each product; its files change less often. Cron runs each minute, some seconds early or
 * late, so this means every ninth minute. With a response time of half a minute and a list cached for one minute, a row
 * is published 11 minutes after its file at the latest.
 */
const READ_EVERY_MS: Readonly<Record<FireRegion, number>> = {
  europe: 8.5 * MINUTE_MS,
  // Several times as large, and needed only for Crete, in case Europe's file ends north of it.
  africa: 59.5 * MINUTE_MS,
};
/** Cache lifetime of a list of fires. */
export const LIST_MAX_AGE_S = 60;
/** Hotspots of this period are grouped and searched for static sources. */
export const GATHERED_MS = 31 * DAY_MS;
/** Longer than a response may take, so that no second request starts meanwhile. */
export const FILE_LEASE_MS = 3 * MINUTE_MS;
const MOST_WAIT_MS = 2 * HOUR_MS;
const FIRST_ROWS_MS = MINUTE_MS;
/** Rows arrive hours late, so a one-day file covers less than a day. */
const DAY_DOES_MS = 12 * HOUR_MS;
const TWO_DAYS_DO_MS = 36 * HOUR_MS;

/** The file span to request, by when rows were last received; null: never. */
export function spanToRead(readMs: number | null, nowMs: number): FireSpan {
  if (readMs === null || nowMs - readMs > TWO_DAYS_DO_MS) return '7d';
  return nowMs - readMs > DAY_DOES_MS ? '48h' : '24h';
}

interface SourceFate {
  readonly nextMs: number;
  /** Consecutive failures. */
  readonly failures: number;
  /** Why the read failed; null if it succeeded. */
  readonly cause: string | null;
}

/**
 * When to request again. A file without rows counts as read but is no evidence about fires. After failures the wait
 * doubles up to two hours. A refused key may only have exceeded its quota of ten minutes, so requests continue.
 */
export function fateOf(
  hotspotResponse: HotspotResponse,
  before: { readonly failures: number; readonly readMs: number | null },
  { region, requestedMs, nowMs }: { readonly region: FireRegion; readonly requestedMs: number; readonly nowMs: number },
): SourceFate {
  const everyMs = READ_EVERY_MS[region];
  switch (hotspotResponse.kind) {
    case 'rows':
      return { nextMs: requestedMs + everyMs, failures: 0, cause: null };
    case 'no-rows':
      return {
        nextMs: requestedMs + (region === 'europe' && before.readMs === null ? FIRST_ROWS_MS : everyMs),
        failures: 0,
        cause: 'no rows',
      };
    default: {
      const failures = before.failures + 1;
      const waitMs = Math.min(MOST_WAIT_MS, everyMs * 2 ** (failures - 1));
      const pauseMs = hotspotResponse.kind === 'paused' ? hotspotResponse.retryAfterMs : 0;
      return { nextMs: Math.max(requestedMs + waitMs, nowMs + pauseMs), failures, cause: causeOf(hotspotResponse) };
    }
  }
}

function causeOf(result: Exclude<HotspotResponse, { kind: 'rows' | 'no-rows' }>): string {
  switch (result.kind) {
    case 'html':
      return 'HTML instead of rows';
    case 'cut-off':
      return 'the last row is cut off';
    case 'oversized':
      return `too large: ${result.reason}`;
    case 'key-refused':
      return 'FIRMS_MAP_KEY was refused, or has used up its share';
    default:
      return result.reason;
  }
}

/** Strikes arrive late, so a fire is attributed once more after this. */
export const JOIN_AGAIN_MS = 2 * HOUR_MS;
const FILLING_EVERY_MS = 10 * MINUTE_MS;

/**
 * True if fewer gaps remain before a fire than at its last attribution, so it is attributed again: at once if no gap is
 * left, else at most every ten minutes while gaps are being filled. `gapMs` is the gap length at the last attribution.
 */
export function isFilled(
  { joinedMs, gapMs }: { readonly joinedMs: number; readonly gapMs: number },
  gapNowMs: number,
  nowMs: number,
): boolean {
  return gapNowMs < gapMs && (gapNowMs === 0 || nowMs - joinedMs >= FILLING_EVERY_MS);
}

const INSERT = `
INSERT INTO hotspot (minute, lat5, lon5, satellite, scan_km, track_km, kelvin4, kelvin11, frp_mw, confidence, is_day, index_tile, read_ms)
SELECT value ->> 0, value ->> 1, value ->> 2, ?2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
  value ->> 9, value ->> 10, ?3
FROM json_each(?1) WHERE true
ON CONFLICT DO UPDATE SET read_ms = excluded.read_ms, withdrawn = 0, frp_mw = excluded.frp_mw`;

/**
 * South of ?5 a second file overlaps: a hotspot is withdrawn only if that file, read before, lacked it too. From ?7 on
 * both files are complete.
 */
const WITHDRAW = `
UPDATE hotspot SET withdrawn = 1
WHERE minute BETWEEN ?2 AND ?3 AND satellite = ?1 AND withdrawn = 0 AND (lat5 >= ?5 OR minute >= ?7) AND read_ms < CASE
  WHEN lat5 >= ?5 THEN ?4
  ELSE (SELECT coalesce(max(read_ms), 0) FROM fire_source WHERE fire_source.satellite = ?6) END`;

const MARK_FIRE = `
UPDATE hotspot SET fire = told.value ->> 4 FROM json_each(?1) AS told
WHERE minute = told.value ->> 0 AND lat5 = told.value ->> 1 AND lon5 = told.value ->> 2 AND satellite = told.value ->> 3`;

const LEASE = `
UPDATE fire_source SET next_ms = ?2 WHERE satellite = ?1 AND next_ms <= ?3 RETURNING failures, read_ms AS readMs`;

/** Key of a file: a product of Europe is identified by its satellite alone. */
export const fileKey = (satellite: FireSatellite, region: FireRegion) =>
  region === 'europe' ? satellite : `${satellite} ${region}`;

const STEPS_A_DEGREE = 1e5;
/** Every file covers a day or more. */
const SURELY_HELD_MS = 20 * HOUR_MS;
/** Keeps the parameter below its limit of two megabytes. */
const ROWS_A_STATEMENT = 5_000;

type Place = readonly [minute: number, lat5: number, lon5: number];

const placeOf = ({ atMs, latitude, longitude }: Pick<Hotspot, 'atMs' | 'latitude' | 'longitude'>): Place => [
  Math.floor(atMs / MINUTE_MS),
  Math.round(latitude * STEPS_A_DEGREE),
  Math.round(longitude * STEPS_A_DEGREE),
];

interface HotspotRow {
  readonly minute: number;
  readonly lat5: number;
  readonly lon5: number;
  readonly satellite: FireSatellite;
  readonly scan_km: number;
  readonly track_km: number;
  readonly kelvin4: number;
  readonly kelvin11: number;
  readonly frp_mw: number;
  readonly confidence: Hotspot['confidence'];
  readonly is_day: number;
  readonly fire: string | null;
  readonly withdrawn: number;
}

export interface StoredHotspot extends Hotspot {
  /** The fire of the last grouping. */
  readonly fire: string | null;
  /** A later file of the same time no longer had it. */
  readonly withdrawn: boolean;
}

function hotspotOf(row: HotspotRow): StoredHotspot {
  return {
    satellite: row.satellite,
    atMs: row.minute * MINUTE_MS,
    latitude: row.lat5 / STEPS_A_DEGREE,
    longitude: row.lon5 / STEPS_A_DEGREE,
    scanKm: row.scan_km,
    trackKm: row.track_km,
    kelvin4: row.kelvin4,
    kelvin11: row.kelvin11,
    frpMw: row.frp_mw,
    confidence: row.confidence,
    isDay: row.is_day === 1,
    fire: row.fire,
    withdrawn: row.withdrawn === 1,
  };
}

interface LeasedSource {
  readonly failures: number;
  readonly readMs: number | null;
}

interface SourceRow {
  readonly satellite: FireSatellite;
  readonly newestMs: number | null;
  readonly cause: string | null;
}

/** `southMs`: time of the newest row in Africa's files; null if no row was ever received. */
export interface SourceRows {
  readonly satellites: readonly SourceRow[];
  readonly southMs: number | null;
}

export const NO_SOURCES: SourceRows = { satellites: [], southMs: null };

/** Hotspots of home, and the last read of each source, in D1. Every method rejects if D1 is unavailable. */
export class HotspotTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Undefined unless the file is due and no other request holds the lease. */
  async lease(key: string, nowMs: number, untilMs: number): Promise<LeasedSource | undefined> {
    await this.db
      .prepare('INSERT INTO fire_source (satellite, next_ms) VALUES (?1, 0) ON CONFLICT DO NOTHING')
      .bind(key)
      .run();
    return (await this.db.prepare(LEASE).bind(key, untilMs, nowMs).first<LeasedSource>()) ?? undefined;
  }

  /** `newestMs`: time of the newest row; null if no rows were received. */
  async finishSource(key: string, fate: SourceFate, newestMs: number | null, nowMs: number): Promise<void> {
    const { nextMs, failures, cause } = fate;
    await this.db
      .prepare(
        `UPDATE fire_source SET next_ms = ?2, failures = ?3, cause = ?4, newest_ms = coalesce(?5, newest_ms),
           read_ms = CASE WHEN ?5 IS NULL THEN read_ms ELSE ?6 END
         WHERE satellite = ?1`,
      )
      .bind(key, nextMs, failures, cause, newestMs, nowMs)
      .run();
  }

  async sources(): Promise<SourceRows> {
    const { results } = await this.db
      .prepare('SELECT satellite AS key, newest_ms AS newestMs, cause FROM fire_source')
      .all<Omit<SourceRow, 'satellite'> & { key: string }>();
    const rowOf = (satellite: FireSatellite, region: FireRegion) => {
      const { newestMs, cause } = results.find(({ key }) => key === fileKey(satellite, region)) ?? {};
      return { satellite, newestMs: newestMs ?? null, cause: cause === undefined ? 'never read' : cause };
    };
    const south = FIRE_SATELLITES.flatMap((satellite) => rowOf(satellite, 'africa').newestMs ?? []);
    return {
      satellites: FIRE_SATELLITES.map((satellite) => rowOf(satellite, 'europe')),
      southMs: south.length > 0 ? Math.max(...south) : null,
    };
  }

  /** Safe to repeat. For existing rows only the power changes. */
  async insert(satellite: FireSatellite, hotspots: readonly Hotspot[], nowMs: number): Promise<void> {
    const rows = hotspots.map((one) => [
      ...placeOf(one),
      ...[one.scanKm, one.trackKm, one.kelvin4, one.kelvin11, one.frpMw, one.confidence, one.isDay ? 1 : 0],
      indexTile(one.longitude, one.latitude),
    ]);
    for (const part of parts(rows)) await this.db.prepare(INSERT).bind(JSON.stringify(part), satellite, nowMs).run();
  }

  /** Marks hotspots that the files of `regions` no longer list; Europe's was read at `nowMs`. Returns how many. */
  async withdraw(
    satellite: FireSatellite,
    regions: readonly FireRegion[],
    fromMs: number,
    toMs: number,
    nowMs: number,
  ): Promise<number> {
    const [from, to] = [Math.floor(fromMs / MINUTE_MS), Math.floor(toMs / MINUTE_MS)];
    const edge = regions.includes('africa') ? SOUTHERN_LATITUDE : -90;
    const whole = Math.floor((nowMs - SURELY_HELD_MS) / MINUTE_MS);
    const values = [satellite, from, to, nowMs, edge * STEPS_A_DEGREE, fileKey(satellite, 'africa'), whole];
    const statement = this.db.prepare(WITHDRAW).bind(...values);
    return (await statement.run()).meta.changes;
  }

  async ungathered(): Promise<boolean> {
    return (await this.db.prepare('SELECT 1 FROM hotspot WHERE fire IS NULL LIMIT 1').first()) !== null;
  }

  /** Sorted by time. */
  async between(fromMs: number, toMs: number): Promise<StoredHotspot[]> {
    const { results } = await this.db
      .prepare('SELECT * FROM hotspot WHERE minute BETWEEN ?1 AND ?2 ORDER BY minute')
      .bind(Math.floor(fromMs / MINUTE_MS), Math.floor(toMs / MINUTE_MS))
      .all<HotspotRow>();
    return results.map(hotspotOf);
  }

  /** `told`: hotspots, each with its current fire. */
  async markFires(reported: readonly (readonly [hotspot: Hotspot, fire: string])[]): Promise<void> {
    const rows = reported.map(([hotspot, fire]) => [...placeOf(hotspot), hotspot.satellite, fire]);
    for (const part of parts(rows)) await this.db.prepare(MARK_FIRE).bind(JSON.stringify(part)).run();
  }

  async deleteOlderThan(beforeMs: number): Promise<number> {
    const minute = Math.floor(beforeMs / MINUTE_MS);
    return (await this.db.prepare('DELETE FROM hotspot WHERE minute < ?1').bind(minute).run()).meta.changes;
  }
}

function* parts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) yield rows.slice(at, at + ROWS_A_STATEMENT);
}

/** Maps hotspot keys to the fires of the last grouping. */
export function knownFires(hotspots: readonly StoredHotspot[]): Map<string, string> {
  return new Map(hotspots.flatMap((one) => (one.fire === null ? [] : [[hotspotKey(one), one.fire] as const])));
}

/** The newest hotspots of a fire. Rejects if D1 is unavailable. */
export async function hotspotsOfFire(
  db: D1Database,
  fire: string,
  limit: number,
): Promise<{ readonly rows: readonly StoredHotspot[]; readonly rowsRead: number }> {
  const { results, meta } = await db
    .prepare(
      'SELECT * FROM hotspot INDEXED BY hotspot_by_fire WHERE fire = ?1 ORDER BY minute DESC, lat5, lon5 LIMIT ?2',
    )
    .bind(fire, limit)
    .all<HotspotRow>();
  return { rows: results.map(hotspotOf), rowsRead: meta.rows_read };
}

/** The stored hotspot with that key, if there is one. */
export async function hotspotByKey(db: D1Database, key: string): Promise<StoredHotspot | undefined> {
  const place = parseHotspotKey(key);
  if (!place) return undefined;
  const row = await db
    .prepare('SELECT * FROM hotspot WHERE minute = ?1 AND lat5 = ?2 AND lon5 = ?3 AND satellite = ?4')
    .bind(...placeOf(place), place.satellite)
    .first<HotspotRow>();
  return row ? hotspotOf(row) : undefined;
}

/** Sorts before every place. */
const NOWHERE = -1e9;

/** Selects hotspots by detection time; the id of a position is a `hotspotKey`. */
interface HotspotQuery extends HistoryQuery {
  /** Undefined: all stored hotspots, which are those of home. */
  readonly bbox: BBox | undefined;
}

const ANYWHERE = `
SELECT ?1 AS edge, * FROM hotspot
WHERE minute >= ?1 AND minute < ?2 AND (minute, lat5, lon5, satellite) < (?3, ?4, ?5, ?6)
ORDER BY minute DESC, lat5 DESC, lon5 DESC, satellite DESC LIMIT ?7`;

/** Without hotspots, a single row with only the edge. */
const IN_TILES = `${edgeOfTiles({ table: 'hotspot', index: 'hotspot_by_tile', time: 'minute' })}
SELECT edge.at AS edge, hotspot.* FROM edge LEFT JOIN hotspot INDEXED BY hotspot_by_tile
  ON index_tile IN (SELECT index_tile FROM used) AND minute >= edge.at AND minute < ?3
  AND (minute, lat5, lon5, satellite) < (?5, ?6, ?7, ?8)
  AND lat5 BETWEEN ?9 AND ?10 AND lon5 BETWEEN ?11 AND ?12
ORDER BY minute DESC, lat5 DESC, lon5 DESC, satellite DESC LIMIT ?13`;

/** Newest first, by time and place, at most `limit`, as far back as a walk over about `walkRows` rows reaches. */
export async function hotspotWindow(
  db: D1Database,
  { bbox, fromMs, toMs, before, limit }: HotspotQuery,
  walkRows: number,
): Promise<Looked<StoredHotspot>> {
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
    // The first whole minute may start later than the requested time.
    edgeMs: edge <= from ? fromMs : edge * MINUTE_MS,
    rowsRead: meta.rows_read,
  };
}

function inBox(db: D1Database, bbox: BBox, window: readonly unknown[], limit: number): D1PreparedStatement {
  const [, lowest, westmost] = placeOf({ atMs: 0, latitude: bbox.south, longitude: bbox.west });
  const [, highest, eastmost] = placeOf({ atMs: 0, latitude: bbox.north, longitude: bbox.east });
  const columns = JSON.stringify(indexColumnsWithEdges(bbox));
  return db.prepare(IN_TILES).bind(columns, ...window, lowest, highest, westmost, eastmost, limit);
}
