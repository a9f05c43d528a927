import { FIRE_SATELLITES, type FireSatellite, type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { indexCell } from '#worker/archive/indexCells.ts';
import { type FireRegion, SOUTHERN_LATITUDE } from './firms/FireSource.ts';
import type { SourceFate } from './planFires.ts';

const INSERT = `
INSERT INTO hotspot (minute, lat5, lon5, satellite, scan_km, track_km, kelvin4, kelvin11, frp_mw, confidence, is_day, cell, read_ms)
SELECT value ->> 0, value ->> 1, value ->> 2, ?2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
  value ->> 9, value ->> 10, ?3
FROM json_each(?1) WHERE true
ON CONFLICT DO UPDATE SET read_ms = excluded.read_ms, withdrawn = 0, frp_mw = excluded.frp_mw`;

/** What lies south of ?5 another file tells of too: it is missed if that one, read before, had it no more either. From ?7 on each of those holds all of its time. */
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

/** What a file is known by: a product of Europe by its satellite alone. */
export const fileKey = (satellite: FireSatellite, region: FireRegion) =>
  region === 'europe' ? satellite : `${satellite} ${region}`;

const STEPS_A_DEGREE = 1e5;
/** Every file has a day or more. */
const SURELY_HELD_MS = 20 * HOUR_MS;
/** Below the two megabytes of a parameter. */
const ROWS_A_STATEMENT = 5_000;

type Place = readonly [minute: number, lat5: number, lon5: number];

export const placeOf = ({ atMs, latitude, longitude }: Pick<Hotspot, 'atMs' | 'latitude' | 'longitude'>): Place => [
  Math.floor(atMs / MINUTE_MS),
  Math.round(latitude * STEPS_A_DEGREE),
  Math.round(longitude * STEPS_A_DEGREE),
];

export interface HotspotRow {
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

export interface KeptHotspot extends Hotspot {
  /** That it was last gathered to. */
  readonly fire: string | null;
  /** A later file of its time had it no more. */
  readonly withdrawn: boolean;
}

export function hotspotOf(row: HotspotRow): KeptHotspot {
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

export interface LeasedSource {
  readonly failures: number;
  readonly readMs: number | null;
}

export interface SourceRow {
  readonly satellite: FireSatellite;
  readonly newestMs: number | null;
  readonly cause: string | null;
}

/** `southMs`: of the newest row of Africa's files; null if none was ever had. */
export interface SourceRows {
  readonly satellites: readonly SourceRow[];
  readonly southMs: number | null;
}

export const NO_SOURCES: SourceRows = { satellites: [], southMs: null };

/** Hotspots of home, and how their sources were last read, in D1. Every method rejects if D1 does not answer. */
export class HotspotTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Undefined unless the file is due and nobody asks for it. */
  async lease(key: string, nowMs: number, untilMs: number): Promise<LeasedSource | undefined> {
    await this.db
      .prepare('INSERT INTO fire_source (satellite, next_ms) VALUES (?1, 0) ON CONFLICT DO NOTHING')
      .bind(key)
      .run();
    return (await this.db.prepare(LEASE).bind(key, untilMs, nowMs).first<LeasedSource>()) ?? undefined;
  }

  /** `newestMs`: if rows were had. */
  async settle(key: string, fate: SourceFate, newestMs: number | null, nowMs: number): Promise<void> {
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

  /** Safe to repeat. Of those already there only the power changes. */
  async insert(satellite: FireSatellite, hotspots: readonly Hotspot[], nowMs: number): Promise<void> {
    const rows = hotspots.map((one) => [
      ...placeOf(one),
      ...[one.scanKm, one.trackKm, one.kelvin4, one.kelvin11, one.frpMw, one.confidence, one.isDay ? 1 : 0],
      indexCell(one.longitude, one.latitude),
    ]);
    for (const part of parts(rows)) await this.db.prepare(INSERT).bind(JSON.stringify(part), satellite, nowMs).run();
  }

  /** Marks those of the time that were not in the files of `regions`, of which Europe's was read at `nowMs`. Returns how many. */
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

  /** By time. */
  async between(fromMs: number, toMs: number): Promise<KeptHotspot[]> {
    const { results } = await this.db
      .prepare('SELECT * FROM hotspot WHERE minute BETWEEN ?1 AND ?2 ORDER BY minute')
      .bind(Math.floor(fromMs / MINUTE_MS), Math.floor(toMs / MINUTE_MS))
      .all<HotspotRow>();
    return results.map(hotspotOf);
  }

  /** `told`: hotspots with the fire that each now belongs to. */
  async markFires(told: readonly (readonly [hotspot: Hotspot, fire: string])[]): Promise<void> {
    const rows = told.map(([hotspot, fire]) => [...placeOf(hotspot), hotspot.satellite, fire]);
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

/** The fires that hotspots were gathered to, by key. */
export function knownFires(hotspots: readonly KeptHotspot[]): Map<string, string> {
  return new Map(hotspots.flatMap((one) => (one.fire === null ? [] : [[hotspotKey(one), one.fire] as const])));
}
