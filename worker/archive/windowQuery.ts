import type { BBox } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';
import { type Tile, tileAt, tileNumber, tileRange, tilesCovering } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';

/** Zoom of the index tiles: about 0.35° wide, so a few km touch one to four; home has some 2,400. */
const INDEX_ZOOM = 10;
const TILES_A_SIDE = 2 ** INDEX_ZOOM;

/** Tiles from `low` to `high`, both inclusive: a column of tiles, numbered from north to south. */
export type TileColumn = readonly [low: number, high: number];

export const ALL_TILES: TileColumn = [0, TILES_A_SIDE ** 2 - 1];

export function indexTile(longitude: number, latitude: number): number {
  return tileNumber(tileAt(longitude, latitude, INDEX_ZOOM));
}

export function tileOfIndex(index: number): Tile {
  return { z: INDEX_ZOOM, x: Math.floor(index / TILES_A_SIDE), y: index % TILES_A_SIDE };
}

export function indexColumns(bbox: BBox): TileColumn[] {
  const { west, east, north, south } = tileRange(bbox, INDEX_ZOOM);
  return Array.from({ length: east - west + 1 }, (_, index): TileColumn => {
    const x = west + index;
    return [tileNumber({ z: INDEX_ZOOM, x, y: north }), tileNumber({ z: INDEX_ZOOM, x, y: south })];
  });
}

/** As `indexColumns`, with those that the box only touches: they may hold strikes exactly on its edges. */
export function indexColumnsWithEdges({ west, south, east, north }: BBox): TileColumn[] {
  const hair = 1e-9;
  return indexColumns({
    west: Math.max(-180, west - hair),
    south: Math.max(-90, south - hair),
    east: Math.min(180, east + hair),
    north: Math.min(90, north + hair),
  });
}

/** The index tiles that hold tiles of this zoom or a higher one, in as few columns as there can be. */
export function indexColumnsOfTiles(tiles: readonly Tile[]): TileColumn[] {
  const indexes = tiles.map(({ z, x, y }) =>
    tileNumber({ z: INDEX_ZOOM, x: x >> (z - INDEX_ZOOM), y: y >> (z - INDEX_ZOOM) }),
  );
  const columns: [low: number, high: number][] = [];
  for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
    const last = columns.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else columns.push([index, index]);
  }
  return columns;
}

/** The index tiles that any of the boxes touches. */
export function indexColumnsOfBoxes(boxes: readonly BBox[]): TileColumn[] {
  return indexColumnsOfTiles(boxes.flatMap((box) => tilesCovering(box, INDEX_ZOOM, Number.POSITIVE_INFINITY) ?? []));
}

export function tilesOf(columns: readonly TileColumn[]): number[] {
  return columns.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, index) => low + index));
}

/**
 * Common table expressions: `used(index_tile)` are the tiles of the columns that have rows in `table`, found by one seek
 * each, so that a wide box costs only the rows in it. `columns` is a JSON array of `TileColumn`, as a bound parameter.
 */
export function usedTiles(columns: string, table = 'strike INDEXED BY strike_by_tile_time'): string {
  return `
tile_column(low, high) AS (SELECT value ->> 0, value ->> 1 FROM json_each(${columns})),
found(index_tile, high) AS (
  SELECT (SELECT min(filed.index_tile) FROM (SELECT index_tile FROM ${table}) AS filed WHERE filed.index_tile BETWEEN low AND high), high
  FROM tile_column
  UNION ALL
  SELECT (
    SELECT min(filed.index_tile) FROM (SELECT index_tile FROM ${table}) AS filed
    WHERE filed.index_tile > found.index_tile AND filed.index_tile <= found.high), high
  FROM found WHERE index_tile IS NOT NULL
),
used(index_tile) AS MATERIALIZED (SELECT index_tile FROM found WHERE index_tile IS NOT NULL)`;
}

export type StrikeRow = {
  readonly ordinal: number;
  readonly id: string;
  readonly at_ms: number;
  readonly latitude: number;
  readonly longitude: number;
  /** JSON of a `StrikeDetail`, where the statement asks for it and there is one. */
  readonly detail?: string | null;
};

export const STRIKE_COLUMNS = 'ordinal, id, at_ms, latitude, longitude';

/** The detail of a row of `strike`, as a column. */
export const DETAIL_COLUMN =
  '(SELECT detail FROM strike_detail WHERE strike_detail.ordinal = strike.ordinal) AS detail';

export function strikeOfRow({ id, latitude, longitude, at_ms, ordinal, detail }: StrikeRow): NumberedStrike {
  return { id, latitude, longitude, atMs: at_ms, ordinal, ...(detail ? { detail: JSON.parse(detail) } : {}) };
}

/** A page continues with strikes older than this one, ties broken by id. An empty id comes before every other. */
export interface PagePosition {
  readonly atMs: number;
  readonly id: string;
}

export interface Circle extends Position {
  readonly radiusKm: number;
}

export interface StrikeQuery {
  readonly bbox: BBox;
  /** Restricts the search to these index tiles of the box. */
  readonly columns?: readonly TileColumn[] | undefined;
  /** Only strikes within it; it lies within the box. */
  readonly circle?: Circle | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly before: PagePosition | undefined;
  /** Only what is numbered up to here, so that pages repeat although strikes came since. */
  readonly upToOrdinal?: number | undefined;
  readonly limit: number;
}

/** Rows of one tile that the frontier passes at a step. Larger is coarser, smaller costs more seeks. */
const STRIDE = 64;
/** Each tile may take a step beyond the walk, so with many tiles steps are shorter, to stay below this. */
const FIRST_STEPS_ROWS = 2_048;

const KM_TO_MIDDLE = `${2 * EARTH_RADIUS_KM} * asin(min(1, sqrt(
  pow(sin(radians(struck.latitude - ?13) / 2), 2)
  + cos(radians(?13)) * cos(radians(struck.latitude)) * pow(sin(radians(struck.longitude - ?14) / 2), 2))))`;

/** Sorts after every other id. */
const LAST_ID = '\u{10FFFF}';

/** A table with the columns `index_tile` and `time`, and its index over both. */
interface TileTimeTable {
  readonly table: string;
  readonly index: string;
  readonly time: string;
}

/**
 * Common table expressions: `used(index_tile)`, the tiles of ?1 that have rows, and `edge(at)`, the time down to which about ?4 of
 * their rows from ?2 to ?3 reach. The cost is bounded: the frontier walks down the times of the tile where it stands latest,
 * and stops after about ?4 rows.
 */
export function edgeOfTiles({ table, index, time }: TileTimeTable): string {
  return `
WITH RECURSIVE ${usedTiles('?1', `${table} INDEXED BY ${index}`)},
walk(stride, steps) AS MATERIALIZED (
  SELECT stride, 1 + CAST(?4 AS INTEGER) / stride + tiles FROM (
    SELECT count(*) AS tiles, max(1, min(${STRIDE}, ${FIRST_STEPS_ROWS} / max(1, count(*)))) AS stride FROM used)
),
frontier(index_tile, at) AS (
  SELECT index_tile, (
    SELECT ${table}.${time} FROM ${table} INDEXED BY ${index}
    WHERE ${table}.index_tile = used.index_tile AND ${table}.${time} >= ?2 AND ${table}.${time} < ?3 ORDER BY ${table}.${time} DESC LIMIT 1)
  FROM used
  UNION ALL
  SELECT index_tile, (
    SELECT ${table}.${time} FROM ${table} INDEXED BY ${index}
    WHERE ${table}.index_tile = frontier.index_tile AND ${table}.${time} >= ?2 AND ${table}.${time} < frontier.at
    ORDER BY ${table}.${time} DESC LIMIT 1 OFFSET (SELECT stride - 1 FROM walk))
  FROM frontier WHERE at IS NOT NULL
  ORDER BY 2 DESC LIMIT (SELECT steps FROM walk)
),
edge(at) AS MATERIALIZED (
  SELECT CASE WHEN count(*) < (SELECT steps FROM walk) OR count(at) < count(*) THEN ?2 ELSE min(at) END FROM frontier
)`;
}

export const EDGE_SQL = edgeOfTiles({ table: 'strike', index: 'strike_by_tile_time', time: 'at_ms' });

/**
 * The strikes of a window, and `edge`: the window was searched down to this instant, and nothing older is read. Without
 * strikes one row with the edge alone. `first_detail` is null where no strike has a detail, and none need to be fetched.
 */
const IN_WINDOW = `${EDGE_SQL}
SELECT edge.at AS edge, (SELECT min(ordinal) FROM strike_detail) AS first_detail, ${STRIKE_COLUMNS} FROM edge LEFT JOIN (SELECT index_tile, ${STRIKE_COLUMNS} FROM strike INDEXED BY strike_by_tile_time) AS struck
  ON struck.index_tile IN (SELECT index_tile FROM used)
  AND struck.at_ms >= edge.at AND struck.at_ms < ?3
  AND struck.longitude BETWEEN ?5 AND ?6 AND struck.latitude BETWEEN ?7 AND ?8
  AND (struck.at_ms, struck.id) < (?9, ?10)
  AND (?12 IS NULL OR ${KM_TO_MIDDLE} <= ?12)
  AND (?15 IS NULL OR struck.ordinal <= ?15)`;

/**
 * Where and when strikes of a window fell, in no order, as JSON arrays in one row: as rows they would be copied to
 * objects on the database's side and again on ours, which takes ten times as long as finding them. At most some 12,000
 * strikes, 0.7 MB, of the 2 MB that D1 allows.
 */
export const POSITIONS_SQL = `${EDGE_SQL}
SELECT (SELECT at FROM edge) AS edge, json_group_array(at_ms) AS times, json_group_array(latitude) AS latitudes,
  json_group_array(longitude) AS longitudes
FROM strike INDEXED BY strike_by_tile_time
WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= (SELECT at FROM edge) AND at_ms < ?3
  AND longitude BETWEEN ?5 AND ?6 AND latitude BETWEEN ?7 AND ?8`;

/** The newest ?11. */
const NEWEST = `${IN_WINDOW}
ORDER BY struck.at_ms DESC, struck.id DESC LIMIT ?11`;

/** For `windowValues`. If the limit would leave out hardly any, all rows, unsorted: sorting costs a row for each. */
export function windowSql({ limit }: Pick<StrikeQuery, 'limit'>, walkRows: number): string {
  return 2 * limit > walkRows ? IN_WINDOW : NEWEST;
}

/** All strikes of a box and span. */
export type PositionQuery = Pick<StrikeQuery, 'bbox' | 'columns' | 'fromMs' | 'toMs'>;

/** For `POSITIONS_SQL`. */
export function positionValues(
  { bbox, columns = indexColumnsWithEdges(bbox), fromMs, toMs }: PositionQuery,
  walkRows: number,
): unknown[] {
  return [JSON.stringify(columns), fromMs, toMs, walkRows, bbox.west, bbox.east, bbox.south, bbox.north];
}

export function windowValues(query: StrikeQuery, walkRows: number): unknown[] {
  const { circle, toMs, before, upToOrdinal, limit } = query;
  return [
    ...positionValues(query, walkRows),
    before?.atMs ?? toMs,
    before?.id ?? LAST_ID,
    limit,
    circle?.radiusKm ?? null,
    circle?.latitude ?? null,
    circle?.longitude ?? null,
    upToOrdinal ?? null,
  ];
}
