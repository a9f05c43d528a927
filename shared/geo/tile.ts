import type { BBox } from './BBox.ts';

/** A slippy-map tile (XYZ, web mercator): `x` from 180° W eastwards, `y` from the north downwards. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Web mercator ends here; points nearer to a pole belong to the outermost row. */
export const MAX_MERCATOR_LATITUDE = 85.0511287798066;

/** `z/x/y`, the tile's name on every wire. */
export function formatTile(tile: Tile): string {
  return `${tile.z}/${tile.x}/${tile.y}`;
}

/** The tile that `text` (`z/x/y`) names, or undefined where it names none. */
export function parseTile(text: string): Tile | undefined {
  const match = /^(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(text);
  if (!match) return undefined;
  const tile = { z: Number(match[1]), x: Number(match[2]), y: Number(match[3]) };
  const side = 2 ** tile.z;
  return tile.z <= 24 && tile.x < side && tile.y < side ? tile : undefined;
}

/** The tile at zoom `z` that holds the point; longitudes wrap, latitudes clamp to the mercator square. */
export function tileAt(longitude: number, latitude: number, z: number): Tile {
  const side = 2 ** z;
  const wrapped = (((longitude + 180) % 360) + 360) % 360;
  const clamped = Math.max(-MAX_MERCATOR_LATITUDE, Math.min(MAX_MERCATOR_LATITUDE, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  const mercatorY = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  const x = Math.floor((wrapped / 360) * side);
  const y = Math.floor(mercatorY * side);
  return { z, x: Math.min(side - 1, x), y: Math.max(0, Math.min(side - 1, y)) };
}

function tileEdgeLatitude(y: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
}

/** The tile's box. The outermost rows reach to the poles, so that the tiles of a zoom cover the whole earth. */
export function tileBounds({ z, x, y }: Tile): BBox {
  const side = 2 ** z;
  return {
    west: (x / side) * 360 - 180,
    south: y === side - 1 ? -90 : tileEdgeLatitude(y + 1, z),
    east: ((x + 1) / side) * 360 - 180,
    north: y === 0 ? 90 : tileEdgeLatitude(y, z),
  };
}

/**
 * The tiles at zoom `z` that cover the box, in rows from the north-west, or undefined where there are more than `most`.
 * A box that ends exactly on a tile's edge does not take the tile beyond it.
 */
export function tilesCovering(bbox: BBox, z: number, most: number): Tile[] | undefined {
  const first = tileAt(bbox.west, bbox.north, z);
  const last = tileAt(bbox.east, bbox.south, z);
  const lastX = bbox.east >= 180 ? 2 ** z - 1 : tileBounds(last).west === bbox.east ? last.x - 1 : last.x;
  // Latitudes of edges are rounded, so a point on one may count to the row above or to the row below.
  const firstY = tileBounds(first).south === bbox.north ? first.y + 1 : first.y;
  const lastY = tileBounds(last).north === bbox.south ? last.y - 1 : last.y;
  if ((lastX - first.x + 1) * (lastY - firstY + 1) > most) return undefined;
  const tiles: Tile[] = [];
  for (let y = firstY; y <= lastY; y += 1) for (let x = first.x; x <= lastX; x += 1) tiles.push({ z, x, y });
  return tiles;
}
