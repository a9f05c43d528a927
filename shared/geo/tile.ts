import type { BBox } from './BBox.ts';
import { latitudeAtMercatorY, mercatorX, mercatorY } from './mercator.ts';

/** A slippy-map tile (XYZ, web mercator): `x` from 180° W eastwards, `y` from the north downwards. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** `z/x/y`, the tile's name in every request and message. */
export function formatTile(tile: Tile): string {
  return `${tile.z}/${tile.x}/${tile.y}`;
}

/** A unique number for each tile of a zoom: column by column from the west, each from the north. */
export function tileNumber({ z, x, y }: Tile): number {
  return x * 2 ** z + y;
}

/** Undefined if `text` is not `z/x/y`. */
export function parseTile(text: string): Tile | undefined {
  const match = /^(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(text);
  if (!match) return undefined;
  const tile = { z: Number(match[1]), x: Number(match[2]), y: Number(match[3]) };
  const side = 2 ** tile.z;
  return tile.z <= 24 && tile.x < side && tile.y < side ? tile : undefined;
}

/** Longitudes wrap, latitudes are clamped to the mercator square. */
export function tileAt(longitude: number, latitude: number, z: number): Tile {
  const side = 2 ** z;
  const worldX = mercatorX(longitude);
  const x = Math.floor((worldX - Math.floor(worldX)) * side);
  const y = Math.floor(mercatorY(latitude) * side);
  return { z, x: Math.min(side - 1, x), y: Math.max(0, Math.min(side - 1, y)) };
}

/** The outermost rows extend to the poles, so that the tiles of a zoom cover the whole Earth. */
export function tileBounds({ z, x, y }: Tile): BBox {
  const side = 2 ** z;
  return {
    west: (x / side) * 360 - 180,
    south: y === side - 1 ? -90 : latitudeAtMercatorY((y + 1) / side),
    east: ((x + 1) / side) * 360 - 180,
    north: y === 0 ? 90 : latitudeAtMercatorY(y / side),
  };
}

/** Inclusive; `north` is the lowest row number. */
export interface TileRange {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** The tiles that cover the box. A box that ends exactly on a tile's edge does not include the tile beyond it. */
export function tileRange(bbox: BBox, z: number): TileRange {
  const first = tileAt(bbox.west, bbox.north, z);
  const last = tileAt(bbox.east, bbox.south, z);
  return {
    west: first.x,
    east: bbox.east >= 180 ? 2 ** z - 1 : tileBounds(last).west === bbox.east ? last.x - 1 : last.x,
    // Edge latitudes are rounded, so a point on an edge may fall into the row above or below.
    north: tileBounds(first).south === bbox.north ? first.y + 1 : first.y,
    south: tileBounds(last).north === bbox.south ? last.y - 1 : last.y,
  };
}

/** Row by row from the north-west; undefined if there are more than `maxTiles`. */
export function tilesCovering(bbox: BBox, z: number, maxTiles: number): Tile[] | undefined {
  const { west, east, north, south } = tileRange(bbox, z);
  if ((east - west + 1) * (south - north + 1) > maxTiles) return undefined;
  const tiles: Tile[] = [];
  for (let y = north; y <= south; y += 1) for (let x = west; x <= east; x += 1) tiles.push({ z, x, y });
  return tiles;
}
