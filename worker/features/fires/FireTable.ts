import type { Fire, LightningState, LightningVerdict } from '#shared/fires/attributeFire.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { regionTileNumber } from '#shared/geo/regionTable.ts';
import { type Tile, tileNumber } from '#shared/geo/tile.ts';
import { DAY_MS, isoMillis, isoSeconds } from '#shared/time.ts';
import type { HistoryQuery, Looked } from '#worker/archive/StrikeArchive.ts';
import { edgeOfTiles, indexColumnsOfTiles, indexColumnsWithEdges, indexTile } from '#worker/archive/windowQuery.ts';

/** A fire first seen longer ago causes no updates. */
export const UPDATE_MS = DAY_MS;
/** Updates may be corrected for as long as hotspots are grouped. */
export const UPDATE_RETENTION_MS = 31 * DAY_MS;

/** The current state of a fire. */
export interface UpdatedFire {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly frpMw: number;
  /** The place was hot on many days, and the fire has not grown. */
  readonly isStatic: boolean;
  readonly state: LightningState;
  readonly chance: number;
  /** Above 0, the chance is a lower bound. Absent in rows stored before this field existed. */
  readonly gapShare?: number;
}

/** `seq` increases. `merged`: the fire was merged into another one and is known by that one's id. */
export type FireUpdate =
  | { readonly seq: number; readonly kind: 'judged'; readonly fire: UpdatedFire }
  | { readonly seq: number; readonly kind: 'merged'; readonly fire: string; readonly into: string };

const EVALUATED = `
INSERT OR REPLACE INTO fire_update (fire, at_ms)
SELECT id, ?2 FROM fire_event
WHERE id = ?1 AND (
  (state = 'likely' AND is_static = 0 AND first_seen_ms >= ?2 - ${UPDATE_MS}) OR EXISTS (SELECT 1 FROM fire_update WHERE fire = ?1))`;

const MERGED = `
INSERT OR REPLACE INTO fire_update (fire, became, at_ms)
SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1) WHERE value ->> 0 IN (SELECT fire FROM fire_update)`;

const HEIRS = `
INSERT OR REPLACE INTO fire_update (fire, at_ms)
SELECT DISTINCT value ->> 1, ?2 FROM json_each(?1) WHERE value ->> 0 IN (SELECT fire FROM fire_update)`;

const AFTER = `
SELECT seq, fire, became, latitude, longitude, first_seen_ms AS firstSeenMs, last_seen_ms AS lastSeenMs, frp_mw AS frpMw,
  is_static AS isStatic, CASE WHEN joined_ms IS NULL THEN 'incomplete' ELSE state END AS state, coalesce(chance, 0) AS chance,
  coalesce(gap_share, 0) AS gapShare
FROM fire_update LEFT JOIN fire_event ON fire_event.id = fire_update.fire
WHERE seq > ?1 AND (became IS NOT NULL OR fire_event.id IS NOT NULL) ORDER BY seq LIMIT ?2`;

/** Part of the transaction that stores a verdict: an update if the fire is likely and fresh, or had one before. */
function updateOfVerdict(db: D1Database, id: string, nowMs: number): D1PreparedStatement {
  return db.prepare(EVALUATED).bind(id, nowMs);
}

/** Part of the transaction that merges fires: `merged` maps each deleted id to the remaining one. */
function updateOfMerging(db: D1Database, merged: ReadonlyMap<string, string>, nowMs: number): D1PreparedStatement[] {
  const pairs = JSON.stringify([...merged]);
  return [MERGED, HEIRS].map((sql) => db.prepare(sql).bind(pairs, nowMs));
}

type UpdateRow = Omit<UpdatedFire, 'id' | 'isStatic'> & {
  readonly seq: number;
  readonly fire: string;
  readonly became: string | null;
  readonly isStatic: number;
};

/** Updates after this number, at most `limit`. Rejects if D1 is unavailable. */
export async function fireUpdatesAfter(db: D1Database, after: number, limit: number): Promise<FireUpdate[]> {
  const { results } = await db.prepare(AFTER).bind(after, limit).all<UpdateRow>();
  return results.map(({ seq, fire, became, isStatic, ...known }) =>
    became === null
      ? { seq, kind: 'judged', fire: { id: fire, ...known, isStatic: isStatic === 1 } }
      : { seq, kind: 'merged', fire, into: became },
  );
}

/** Deletes updates that are too old for notifications. */
export async function forgetFireUpdates(db: D1Database, nowMs: number): Promise<void> {
  await db
    .prepare('DELETE FROM fire_update WHERE at_ms < ?1')
    .bind(nowMs - UPDATE_RETENTION_MS)
    .run();
}

/**
 * A changed place or first sighting makes the fire due for a new attribution. Fires that began before ?2 keep their
 * start, because their first hotspots are no longer grouped.
 */
const UPSERT = `
INSERT INTO fire_event (id, latitude, longitude, index_tile, tile, first_seen_ms, last_seen_ms, frp_mw, is_static, due_ms)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, ?3
FROM json_each(?1) WHERE true
ON CONFLICT DO UPDATE SET
  last_seen_ms = excluded.last_seen_ms, frp_mw = excluded.frp_mw, is_static = excluded.is_static,
  due_ms = CASE WHEN first_seen_ms >= ?2 AND (first_seen_ms, latitude, longitude)
    IS NOT (excluded.first_seen_ms, excluded.latitude, excluded.longitude) THEN ?3 ELSE due_ms END,
  joined_ms = CASE WHEN first_seen_ms >= ?2 AND (first_seen_ms, latitude, longitude)
    IS NOT (excluded.first_seen_ms, excluded.latitude, excluded.longitude) THEN NULL ELSE joined_ms END,
  latitude = CASE WHEN first_seen_ms >= ?2 THEN excluded.latitude ELSE latitude END,
  longitude = CASE WHEN first_seen_ms >= ?2 THEN excluded.longitude ELSE longitude END,
  index_tile = CASE WHEN first_seen_ms >= ?2 THEN excluded.index_tile ELSE index_tile END,
  tile = CASE WHEN first_seen_ms >= ?2 THEN excluded.tile ELSE tile END,
  first_seen_ms = CASE WHEN first_seen_ms >= ?2 THEN excluded.first_seen_ms ELSE first_seen_ms END`;

const COLUMNS = `id, latitude, longitude, first_seen_ms AS firstSeenMs, last_seen_ms AS lastSeenMs, frp_mw AS frpMw,
  is_static AS isStatic, state, chance, gap_share AS gapShare, candidates`;

/** A fire that is due for attribution. */
export interface DueFire {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly firstSeenMs: number;
  /** When the next attribution is due after this one: `again` a while later, null never. */
  readonly nextDueMs: number | null | 'again';
}

/** A fire that was attributed while `gapMs` of the time before it had no data. */
interface FireWithGaps extends DueFire {
  readonly joinedMs: number;
  readonly gapMs: number;
}

interface StoredCandidate {
  readonly strikeId: string;
  readonly distanceKm: number;
  readonly timestamp: string;
  readonly share: number;
}

export interface StoredFire extends UpdatedFire {
  readonly candidates: readonly StoredCandidate[];
}

type FireRow = Omit<StoredFire, 'candidates' | 'state' | 'chance' | 'gapShare' | 'isStatic'> & {
  readonly isStatic: 0 | 1;
  readonly state: LightningState | null;
  readonly chance: number | null;
  readonly gapShare: number | null;
  readonly candidates: string;
};

function fireOf({ isStatic, state, chance, gapShare, candidates, ...fire }: FireRow): StoredFire {
  return {
    ...fire,
    isStatic: isStatic === 1,
    state: state ?? 'incomplete',
    chance: chance ?? 0,
    gapShare: gapShare ?? 1,
    candidates: JSON.parse(candidates),
  };
}

/** Retention of fires and their hotspots after they were last seen. */
export const FIRE_RETENTION_MS = 400 * DAY_MS;

/** Selects fires by the time they were last seen. */
export interface FireQuery extends HistoryQuery {
  /** A box, optionally limited to these tiles of `REGION_ZOOM`. Undefined: all stored fires; they lie at home. */
  readonly area: { readonly bbox: BBox; readonly tiles?: readonly Tile[] } | undefined;
}

const ANYWHERE = `
SELECT ?1 AS edge, ${COLUMNS} FROM fire_event INDEXED BY fire_event_by_last_seen
WHERE last_seen_ms >= ?1 AND last_seen_ms < ?2 AND (last_seen_ms, id) < (?3, ?4)
ORDER BY last_seen_ms DESC, id DESC LIMIT ?5`;

/** Without fires, a single row with only the edge. */
const IN_TILES = `${edgeOfTiles({ table: 'fire_event', index: 'fire_event_by_tile', time: 'last_seen_ms' })}
SELECT edge.at AS edge, ${COLUMNS} FROM edge LEFT JOIN fire_event INDEXED BY fire_event_by_tile
  ON index_tile IN (SELECT index_tile FROM used) AND last_seen_ms >= edge.at AND last_seen_ms < ?3
  AND (last_seen_ms, id) < (?5, ?6)
  AND longitude BETWEEN ?7 AND ?8 AND latitude BETWEEN ?9 AND ?10
  AND (?11 IS NULL OR tile IN (SELECT value FROM json_each(?11)))
ORDER BY last_seen_ms DESC, id DESC LIMIT ?12`;

const shortened = (share: number) => Number(share.toFixed(4));

/** Fires in D1, with the verdict on the lightning before them. Every method rejects if D1 is unavailable. */
export class FireTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** `sinceMs`: start of the grouped hotspots. `merged`: maps each fire merged into an older one to its id. */
  async store(
    fires: readonly (Fire & { readonly isStatic: boolean })[],
    merged: ReadonlyMap<string, string>,
    sinceMs: number,
    nowMs: number,
  ): Promise<void> {
    const rows = fires.map(({ id, latitude, longitude, firstSeenMs, lastSeenMs, frpMw, isStatic }) => [
      ...[id, latitude, longitude, indexTile(longitude, latitude), regionTileNumber(longitude, latitude)],
      ...[firstSeenMs, lastSeenMs, frpMw, isStatic ? 1 : 0],
    ]);
    await this.db.batch([
      this.db.prepare(UPSERT).bind(JSON.stringify(rows), sinceMs, nowMs),
      this.db
        .prepare('DELETE FROM fire_event WHERE id IN (SELECT value FROM json_each(?1))')
        .bind(JSON.stringify([...merged.keys()])),
      ...updateOfMerging(this.db, merged, nowMs),
    ]);
  }

  /** Newest first, because those are viewed most. */
  async due(nowMs: number, limit: number): Promise<DueFire[]> {
    const { results } = await this.db
      .prepare(
        `SELECT id, latitude, longitude, first_seen_ms AS firstSeenMs, joined_ms AS joinedMs FROM fire_event INDEXED BY fire_event_due
         WHERE due_ms <= ?1 ORDER BY id DESC LIMIT ?2`,
      )
      .bind(nowMs, limit)
      .all<Omit<DueFire, 'nextDueMs'> & { readonly joinedMs: number | null }>();
    return results.map(({ joinedMs, ...fire }) => ({ ...fire, nextDueMs: joinedMs === null ? 'again' : null }));
  }

  /** Fires last seen since `sinceMs` whose attribution had data gaps, latest first. */
  async withGaps(sinceMs: number, nowMs: number, limit: number): Promise<FireWithGaps[]> {
    const { results } = await this.db
      .prepare(
        `SELECT id, latitude, longitude, first_seen_ms AS firstSeenMs, joined_ms AS joinedMs, gap_ms AS gapMs, due_ms AS nextDueMs
         FROM fire_event INDEXED BY fire_event_gaps
         WHERE gap_ms > 0 AND last_seen_ms >= ?1 AND joined_ms IS NOT NULL AND (due_ms IS NULL OR due_ms > ?2)
         ORDER BY last_seen_ms DESC LIMIT ?3`,
      )
      .bind(sinceMs, nowMs, limit)
      .all<FireWithGaps>();
    return results;
  }

  /** `gapMs`: total length of the data gaps before the fire. */
  async evaluate(
    id: string,
    { state, chance, gapShare, candidates }: LightningVerdict,
    { dueMs, gapMs, nowMs }: { readonly dueMs: number | null; readonly gapMs: number; readonly nowMs: number },
  ) {
    const storedCandidates = candidates.map(
      ({ strike, distanceKm, share }): StoredCandidate => ({
        strikeId: strike.id,
        distanceKm: Number(distanceKm.toFixed(2)),
        timestamp: isoMillis(strike.atMs),
        share: Number(share.toFixed(3)),
      }),
    );
    await this.db.batch([
      this.db
        .prepare(
          `UPDATE fire_event SET state = ?2, chance = ?3, candidates = ?4, joined_ms = ?5, due_ms = ?6, gap_share = ?7, gap_ms = ?8
           WHERE id = ?1`,
        )
        .bind(id, state, shortened(chance), JSON.stringify(storedCandidates), nowMs, dueMs, shortened(gapShare), gapMs),
      updateOfVerdict(this.db, id, nowMs),
    ]);
  }

  /** Fires that began since `fromMs` and are no static source, with or without verdict: the rate of other causes. */
  async begunSince(
    fromMs: number,
  ): Promise<{ latitude: number; longitude: number; firstSeenMs: number; chance: number }[]> {
    const { results } = await this.db
      .prepare(
        `SELECT latitude, longitude, first_seen_ms AS firstSeenMs, coalesce(chance, 0) AS chance
         FROM fire_event INDEXED BY fire_event_by_last_seen
         WHERE last_seen_ms >= ?1 AND first_seen_ms >= ?1 AND is_static = 0`,
      )
      .bind(fromMs)
      .all<{ latitude: number; longitude: number; firstSeenMs: number; chance: number }>();
    return results;
  }

  /**
   * Last seen first, by time and id, at most `limit`, as far back as a walk over about `walkRows` rows reaches. A fire
   * without attribution is incomplete.
   */
  async window(query: FireQuery, walkRows: number): Promise<Looked<StoredFire>> {
    const { area, fromMs, toMs, before, limit } = query;
    const position = [before?.atMs ?? toMs, before?.id ?? ''];
    const statement = area
      ? this.inArea(area, [fromMs, toMs, walkRows, ...position], limit)
      : this.db.prepare(ANYWHERE).bind(fromMs, toMs, ...position, limit);
    const { results, meta } = await statement.all<FireRow & { readonly edge: number }>();
    return {
      rows: results.filter(({ id }) => id !== null).map(({ edge: _edge, ...row }) => fireOf(row)),
      edgeMs: results[0]?.edge ?? fromMs,
      rowsRead: meta.rows_read,
    };
  }

  async byId(id: string): Promise<StoredFire | undefined> {
    const row = await this.db.prepare(`SELECT ${COLUMNS} FROM fire_event WHERE id = ?1`).bind(id).first<FireRow>();
    return row ? fireOf(row) : undefined;
  }

  private inArea({ bbox, tiles }: NonNullable<FireQuery['area']>, window: readonly unknown[], limit: number) {
    const columns = tiles ? indexColumnsOfTiles(tiles) : indexColumnsWithEdges(bbox);
    const { west, east, south, north } = bbox;
    const numbers = tiles ? JSON.stringify(tiles.map(tileNumber)) : null;
    return this.db.prepare(IN_TILES).bind(JSON.stringify(columns), ...window, west, east, south, north, numbers, limit);
  }

  async deleteOlderThan(beforeMs: number): Promise<number> {
    return (await this.db.prepare('DELETE FROM fire_event WHERE last_seen_ms < ?1').bind(beforeMs).run()).meta.changes;
  }
}

/** Radiative power of a fire, an overpass or a pixel, in MW, rounded to two decimals. */
export const reportedPower = (frpMw: number): number => Number(frpMw.toFixed(2));

/** Present if gaps make the chance a lower bound, absent if the data is complete. */
export const gapShareBody = ({ gapShare = 0 }: Pick<UpdatedFire, 'gapShare'>) => (gapShare > 0 ? { gapShare } : {});

/** Place, times and power of a fire for responses and messages. Degrees are rounded to about a metre. */
export function reportedFire({ latitude, longitude, firstSeenMs, lastSeenMs, frpMw }: UpdatedFire) {
  return {
    latitude: Number(latitude.toFixed(5)),
    longitude: Number(longitude.toFixed(5)),
    firstSeen: isoSeconds(firstSeenMs),
    lastSeen: isoSeconds(lastSeenMs),
    frpMw: reportedPower(frpMw),
  };
}
