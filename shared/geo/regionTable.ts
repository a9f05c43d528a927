import { type Names, readNames } from '../languages.ts';
import { type BBox, bboxUnion } from './BBox.ts';
import { type Tile, tileAt, tileBounds, tileNumber, tileRange } from './tile.ts';

/** Zoom of the tiles: some 7 km in the middle of the Balkans. */
export const REGION_ZOOM = 12;

export interface NamedRegion extends Names {
  /** `BG.plovdiv`, or `MK` for a country. */
  readonly code: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  readonly box: BBox;
}

export interface RegionTable {
  readonly regions: readonly NamedRegion[];
  /** Index of the region at the tile's middle; undefined at sea, and outside the table. */
  readonly regionAt: (x: number, y: number) => number | undefined;
}

/** Format of regions.json, which `buildRegions.ts` writes. */
export interface WrittenRegions {
  readonly zoom: number;
  /** The north-western tile. */
  readonly west: number;
  readonly north: number;
  /** In tiles. */
  readonly width: number;
  /** Code, country and the names in the order of `LANGUAGES`, tab-separated; a whole country has no names. */
  readonly regions: readonly string[];
  /** Run-length coded tiles: `3*12,7` is three of region 12, then one of region 7. Regions count from 1; 0 is none. */
  readonly rows: readonly string[];
}

/** @throws Error if the table has another zoom, or a region has no tile */
export function parseRegions({ zoom, west, north, width, ...written }: WrittenRegions): RegionTable {
  if (zoom !== REGION_ZOOM) throw new Error('This is no table of regions');
  const rows = written.rows.map((line) => rowOf(line, width));
  const boxes: (BBox | undefined)[] = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, index] of cells.entries()) {
      if (index === 0) continue;
      const box = tileBounds({ z: zoom, x: west + column, y: north + row });
      const known = boxes[index];
      boxes[index] = known ? bboxUnion(known, box) : box;
    }
  }
  const regions = written.regions.map((line, index): NamedRegion => {
    const [code = '', country = '', ...names] = line.split('\t');
    const box = boxes[index + 1];
    if (!box) throw new Error(`${code} has no tile`);
    return { code, country, ...readNames(names), box };
  });
  return {
    regions,
    regionAt: (x, y) => {
      const index = x < west ? 0 : (rows[y - north]?.[x - west] ?? 0);
      return index === 0 ? undefined : index - 1;
    },
  };
}

function rowOf(line: string, width: number): Uint16Array {
  const row = new Uint16Array(width);
  let column = 0;
  for (const run of line.split(',')) {
    const [count, index] = run.includes('*') ? run.split('*').map(Number) : [1, Number(run)];
    row.fill(index ?? 0, column, column + (count ?? 1));
    column += count ?? 1;
  }
  return row;
}

/** A set of tiles of the table's zoom, and the box around them. */
export interface RegionArea {
  readonly bbox: BBox;
  readonly tiles: readonly Tile[];
}

/** The `tileNumber` of the table's tile that contains a position. */
export function regionTileNumber(longitude: number, latitude: number): number {
  return tileNumber(tileAt(longitude, latitude, REGION_ZOOM));
}

/**
 * All tiles of a region (`BG.plovdiv`) or a country (`BG`), and the adjacent ones: a tile belongs to the region of its
 * middle, so a place in a region may lie in a tile next to the region's own. Undefined if the code is unknown.
 */
export function regionArea({ regions, regionAt }: RegionTable, code: string): RegionArea | undefined {
  const matching = regions.flatMap((one, index) =>
    one.code === code || one.country === code ? [{ ...one, index }] : [],
  );
  if (matching.length === 0) return undefined;
  const indexes = new Set<number | undefined>(matching.map(({ index }) => index));
  const touches = (x: number, y: number) =>
    [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => indexes.has(regionAt(x + right, y + down))));
  const { west, east, north, south } = tileRange(matching.map(({ box }) => box).reduce(bboxUnion), REGION_ZOOM);
  const tiles: Tile[] = [];
  for (let y = north - 1; y <= south + 1; y += 1) {
    for (let x = west - 1; x <= east + 1; x += 1) if (touches(x, y)) tiles.push({ z: REGION_ZOOM, x, y });
  }
  return { bbox: tiles.map(tileBounds).reduce(bboxUnion), tiles };
}
