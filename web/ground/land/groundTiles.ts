import { tileBounds } from '#shared/geo/tile.ts';
import type { MapTheme } from '#shared/sky/colours.ts';

/**
 * The region with fine shipped ground: whole Web Mercator tiles (512 CSS pixels wide, as in MapLibre), so that no tile
 * is cut at the edge. Every tile inside has a file, even if empty: for a missing file the host would return an HTML
 * page.
 */
export const GROUND_ROOT = { zoom: 6, west: 34, east: 37, north: 22, south: 25 } as const;

/** West, south, east, north of the region in degrees; slightly inside, so that rounding requests no tile outside. */
export const GROUND_BOUNDS: [number, number, number, number] = [11.251, 31.953, 33.749, 48.922];

export interface TileSet {
  readonly name: string;
  /** The zooms with tiles; closer views scale up the last one. */
  readonly zooms: readonly [first: number, last: number];
}

/** The coarse ground of the whole world: one file. */
export const WORLD = 'world';
export const LAND: TileSet = { name: 'land', zooms: [5, 8] };
export const LINES: TileSet = { name: 'lines', zooms: [6, 7] };
/** Elevations, from which the build paints the relief: metres are the grey level × `stepM` − `lowestM`. */
export const HEIGHTS = { name: 'heights', zooms: [6, 6], tilePx: 256, stepM: 13, lowestM: 400 } as const;
/** The region's relief below /basemap/: one picture for each palette, because tile edges would be visible. */
export const reliefName = (theme: MapTheme): string => `relief/${theme}.webp`;
/** Depths are stored as a tenth of the real ones: the sea has a tint without shading, so this saves bytes. */
export const DEPTH_SHARE = 0.1;
/** Rivers by `level`, 1 for the greatest. */
export const RIVERS: TileSet = { name: 'rivers', zooms: [5, 8] };
/** Built-up areas. */
export const TOWNS: TileSet = { name: 'towns', zooms: [7, 8] };

/** Place names: each set adds its own ranks, 1 for the most important, to those of the sets before. */
export const NAMES: readonly (TileSet & { readonly ranks: readonly number[]; readonly fromZoom: number })[] = [
  { name: 'names/1', zooms: [4, 4], ranks: [1, 2, 3], fromZoom: 4 },
  { name: 'names/4', zooms: [7, 7], ranks: [4], fromZoom: 7 },
  { name: 'names/5', zooms: [8, 8], ranks: [5, 6], fromZoom: 8 },
  { name: 'names/7', zooms: [8, 8], ranks: [7, 8], fromZoom: 10 },
];

/** Peaks, passes, parks, huts and monasteries. */
export const LANDMARKS: TileSet = { name: 'landmarks', zooms: [6, 6] };

/** Axes of ranges and plains: whole lines, because the label in the middle of a cut one would move. */
export const RANGES = 'ranges';

const FIRST = tileBounds({ z: GROUND_ROOT.zoom, x: GROUND_ROOT.west, y: GROUND_ROOT.north });
const LAST = tileBounds({ z: GROUND_ROOT.zoom, x: GROUND_ROOT.east, y: GROUND_ROOT.south });

/** The corners of the region, from the north-west clockwise. */
export const GROUND_CORNERS: [[number, number], [number, number], [number, number], [number, number]] = [
  [FIRST.west, FIRST.north],
  [LAST.east, FIRST.north],
  [LAST.east, LAST.south],
  [FIRST.west, LAST.south],
];

/** Returns the tiles of the region at a zoom; tiles of lower zooms than the region's own reach beyond it. */
export function groundTiles(zoom: number): [x: number, y: number][] {
  const { west, east, north, south } = GROUND_ROOT;
  const factor = 2 ** (zoom - GROUND_ROOT.zoom);
  const span = (from: number, to: number) => {
    const first = Math.floor(from * factor);
    return Array.from({ length: Math.ceil((to + 1) * factor) - first }, (_, index) => first + index);
  };
  return span(west, east).flatMap((x) => span(north, south).map((y): [number, number] => [x, y]));
}
