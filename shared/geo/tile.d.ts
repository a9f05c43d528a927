import type { BBox } from './BBox.ts';
/** A slippy-map tile (XYZ, web mercator): `x` from 180° W eastwards, `y` from the north downwards. */
export interface Tile {
    readonly z: number;
    readonly x: number;
    readonly y: number;
}
/** `z/x/y`, the tile's name in every request and message. */
export declare function formatTile(tile: Tile): string;
/** The tile that `text` (`z/x/y`) names; undefined if it names none. */
export declare function parseTile(text: string): Tile | undefined;
/** The tile at zoom `z` that contains the point. Longitudes wrap, latitudes are clamped to the mercator square. */
export declare function tileAt(longitude: number, latitude: number, z: number): Tile;
/** The tile's box. The outermost rows reach to the poles, so that the tiles of a zoom cover the whole earth. */
export declare function tileBounds({ z, x, y }: Tile): BBox;
/** Columns `west` to `east` and rows `north` to `south` of tiles at one zoom, all inclusive. */
export interface TileRange {
    readonly west: number;
    readonly east: number;
    readonly north: number;
    readonly south: number;
}
/** The tiles at zoom `z` that cover the box. A box that ends exactly on a tile's edge does not include the tile beyond it. */
export declare function tileRange(bbox: BBox, z: number): TileRange;
/** The tiles of the box's range, in rows from the north-west; undefined if there are more than `maxTiles`. */
export declare function tilesCovering(bbox: BBox, z: number, maxTiles: number): Tile[] | undefined;
