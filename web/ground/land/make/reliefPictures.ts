import sharp from 'sharp';
import type { MapTheme } from '#shared/sky/colours.ts';
import { DEPTH_SHARE, GROUND_ROOT, groundTiles, HEIGHTS, reliefName } from '#web/ground/land/groundTiles.ts';
import { type HeightColours, type Palette, palettes } from '#web/ground/land/palettes.ts';
import type { HeightGrid } from './reliefHeights.ts';
import type { GroundTileFiles } from './tileArchives.ts';

/**
 * Paints the relief of each palette from the region's heights: tints by height and depth, and shading by slope like
 * MapLibre's `hillshade`. A prepared picture takes a third of the frame time of rendering the same on the graphics
 * card.
 */

const THEMES = Object.keys(palettes) as MapTheme[];
const ZOOM = HEIGHTS.zooms[0];
const COLUMNS = GROUND_ROOT.east - GROUND_ROOT.west + 1;
const SIZE = COLUMNS * HEIGHTS.tilePx;
/** Soft gradients show steps at lower quality. */
const WEBP = { quality: 85, alphaQuality: 30, effort: 4 } as const;
/** As in MapLibre at zoom 6: exaggeration of slopes, and strength of their shading. */
const EXAGGERATED = 2 ** ((15 - ZOOM) * 0.3);
const WORLD_M = 2 ** 25.2562;
const INTENSITY = 0.7;
/** From the north-west. */
const LIGHT_RAD = (315 / 180) * Math.PI;

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** All heights of the region in metres; the sea has a tenth of its depth. */
export async function readHeights(tiles: GroundTileFiles): Promise<HeightGrid> {
  const metres = new Float32Array(SIZE * SIZE);
  for (const [x, y] of groundTiles(ZOOM)) {
    const file = tiles.get(`${HEIGHTS.name}/${ZOOM}/${x}/${y}.webp`) ?? new Uint8Array();
    const grey = await sharp(file).extractChannel(0).raw().toBuffer();
    const [left, top] = [(x - GROUND_ROOT.west) * HEIGHTS.tilePx, (y - GROUND_ROOT.north) * HEIGHTS.tilePx];
    for (const [at, level] of grey.entries()) {
      const row = top + Math.floor(at / HEIGHTS.tilePx);
      metres[row * SIZE + left + (at % HEIGHTS.tilePx)] = level * HEIGHTS.stepM - HEIGHTS.lowestM;
    }
  }
  return { size: SIZE, metres };
}

/** Metres at a Mercator position, from 0 to 1 eastwards and southwards. */
export function heightOn({ metres }: HeightGrid): (x: number, y: number) => number {
  const worldPx = 2 ** ZOOM * HEIGHTS.tilePx;
  const [left, top] = [GROUND_ROOT.west * HEIGHTS.tilePx, GROUND_ROOT.north * HEIGHTS.tilePx];
  return (x, y) => between(metres, x * worldPx - left - 0.5, y * worldPx - top - 0.5);
}

/** The pictures of all palettes, by their address below /basemap/. */
export const reliefNames: readonly string[] = THEMES.map(reliefName);

/** Paints the picture with a name of `reliefNames`. */
export type PaintRelief = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** `tiles` contain the heights. */
export async function reliefPainter(tiles: GroundTileFiles): Promise<PaintRelief> {
  const { metres } = await readHeights(tiles);
  const { east, south } = slopesOf(metres);
  return async (name) => {
    const paint = painter(palettes[THEMES[reliefNames.indexOf(name)] ?? 'light']);
    const pixels = new Uint8Array(SIZE * SIZE * 4);
    for (let at = 0; at < SIZE * SIZE; at += 1)
      pixels.set(paint(metres[at] ?? 0, east[at] ?? 0, south[at] ?? 0), at * 4);
    const raw = { width: SIZE, height: SIZE, channels: 4 as const };
    return new Uint8Array(await sharp(pixels, { raw }).webp(WEBP).toBuffer());
  };
}

function valueAt(values: Float32Array, column: number, row: number): number {
  const inside = (index: number) => Math.max(0, Math.min(SIZE - 1, index));
  return values[inside(row) * SIZE + inside(column)] ?? 0;
}

function between(values: Float32Array, column: number, row: number): number {
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [u, v] = [column - left, row - top];
  const line = (y: number) => (1 - u) * valueAt(values, left, y) + u * valueAt(values, left + 1, y);
  return (1 - v) * line(top) + v * line(top + 1);
}

/** Exaggerated slope in metres per metre, eastwards and southwards. */
function slopesOf(metres: Float32Array) {
  const east = new Float32Array(SIZE * SIZE);
  const south = new Float32Array(SIZE * SIZE);
  const perMetre = (EXAGGERATED * HEIGHTS.tilePx * 2 ** ZOOM) / WORLD_M / 8;
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
    const of = (dx: number, dy: number) => valueAt(metres, x + dx, y + dy);
    east[at] = (of(1, -1) + 2 * of(1, 0) + of(1, 1) - of(-1, -1) - 2 * of(-1, 0) - of(-1, 1)) * perMetre;
    south[at] = (of(-1, 1) + 2 * of(0, 1) + of(1, 1) - of(-1, -1) - 2 * of(0, -1) - of(1, -1)) * perMetre;
  }
  return { east, south };
}

function painter({ heights, depths, shade, sunlit }: Palette): (metres: number, east: number, south: number) => Rgba {
  const [land, sea] = [ramp(heights), ramp(depths)];
  const [shadow, highlight] = [rgba(shade), rgba(sunlit)];
  return (metres, east, south) => {
    if (metres <= 0) return byte(sea(metres / DEPTH_SHARE));
    const slope = Math.atan(0.625 * Math.hypot(east, south));
    const aspect = east === 0 ? (Math.PI / 2) * Math.sign(south) : Math.atan2(south, -east);
    const base = 1.875 - INTENSITY * 1.75;
    const most = Math.PI / 2;
    const strength = Math.sin(((base ** slope - 1) / (base ** most - 1)) * most);
    const turned = (((aspect + LIGHT_RAD + Math.PI) / Math.PI + 0.5) % 2) - 1;
    const lit = mixed(shadow, highlight, Math.abs(turned));
    return byte(over(times(lit, strength), land(metres)));
  };
}

/** Colours here are premultiplied, from 0 to 1. */
function rgba(colour: string): Rgba {
  const [red = 0, green = 0, blue = 0, alpha = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return [(red / 255) * alpha, (green / 255) * alpha, (blue / 255) * alpha, alpha];
}

const times = ([r, g, b, a]: Rgba, by: number): Rgba => [r * by, g * by, b * by, a * by];
const mixed = (from: Rgba, to: Rgba, share: number): Rgba => plus(times(from, 1 - share), times(to, share));
const plus = (p: Rgba, q: Rgba): Rgba => [p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3]];
const over = (upper: Rgba, lower: Rgba): Rgba => plus(upper, times(lower, 1 - upper[3]));

function byte([red, green, blue, alpha]: Rgba): Rgba {
  const of = (value: number) => (alpha > 0 ? Math.round((value / alpha) * 255) : 0);
  return [of(red), of(green), of(blue), Math.round(alpha * 255)];
}

function ramp(colours: HeightColours): (metres: number) => Rgba {
  const stops = colours.map(([metres, colour]) => [metres, rgba(colour)] as const);
  return (metres) => {
    const next = stops.findIndex(([at]) => at > metres);
    const [lower, upper] = [stops[next < 0 ? stops.length - 1 : Math.max(0, next - 1)], stops[Math.max(0, next)]];
    if (!lower || !upper || next <= 0) return (next === 0 ? upper : lower)?.[1] ?? [0, 0, 0, 0];
    return mixed(lower[1], upper[1], (metres - lower[0]) / (upper[0] - lower[0]));
  };
}
