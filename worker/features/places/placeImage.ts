import { concatBytes } from '@noble/hashes/utils.js';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { groundColours, mixed, sparkColours, strikeLook } from '#shared/sky/colours.ts';
import { landIn, pictureFrame } from './pictureSvg.ts';

/** The size that link previews require. */
const SIZE = { width: 1_200, height: 630 };
/** Sampled rows per row of pixels. */
const SAMPLES = 2;
const MARK_PX = 42;
/** The bolt of the map's icon for a new strike, on a circle of radius 1. */
const BOLT = [0.12, -0.72, -0.42, 0.12, -0.06, 0.12, -0.16, 0.72, 0.42, -0.16, 0.06, -0.16];
const HALF_DEGREES = 7;

const { water, land } = groundColours.light;
const SHORE = [0, 0.25, 0.5, 0.75, 1].map((share) => mixed(water, land, share));
/** The casing of a new strike's icon, its disc and its bolt. */
const { casing } = sparkColours.light;
const MARK = [casing, strikeLook('light', 0).colour, casing];
const [EDGE, GROUND, GLYPH] = [SHORE.length, SHORE.length + 1, SHORE.length + 2];

/** Shows no feed state and no time, because messengers cache the picture for long. */
export function placeImage({ longitude, latitude }: Position, home: BBox): PalettePicture {
  const { width, height } = SIZE;
  const around = {
    west: longitude - HALF_DEGREES,
    east: longitude + HALF_DEGREES,
    south: Math.max(-84, latitude - HALF_DEGREES),
    north: Math.min(84, latitude + HALF_DEGREES),
  };
  const frame = pictureFrame(bboxContains(home, longitude, latitude) ? home : around, SIZE, 0);
  const covered = fillRings(landIn(frame), width, height);
  const pixels = new Uint8Array(covered.length);
  for (let at = 0; at < covered.length; at += 1) {
    pixels[at] = Math.round(Math.min(1, covered[at] ?? 0) * (SHORE.length - 1));
  }
  const [x, y] = frame.project(longitude, latitude);
  disc({ pixels, x, y }, MARK_PX + 5, EDGE);
  disc({ pixels, x, y }, MARK_PX, GROUND);
  glyph({ pixels, x: Math.round(x), y: Math.round(y) });
  return { width, height, colours: [...SHORE, ...MARK], pixels };
}

interface Spot {
  readonly pixels: Uint8Array;
  readonly x: number;
  readonly y: number;
}

function disc({ pixels, x, y }: Spot, radius: number, colour: number): void {
  const { width, height } = SIZE;
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row += 1) {
    for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(width, x + radius); column += 1) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) <= radius) pixels[row * width + column] = colour;
    }
  }
}

function glyph({ pixels, x, y }: Spot): void {
  const side = 2 * MARK_PX;
  const covered = fillRings([BOLT.map((part) => (part + 1) * MARK_PX)], side, side);
  for (const [at, share] of covered.entries()) {
    const [column, row] = [x - MARK_PX + (at % side), y - MARK_PX + Math.floor(at / side)];
    const inside = column >= 0 && column < SIZE.width && row >= 0 && row < SIZE.height;
    if (share >= 0.5 && inside) pixels[row * SIZE.width + column] = GLYPH;
  }
}

/**
 * Coverage of each pixel by the rings, 0 to 1, row by row, by the even-odd rule: a ring inside another is a hole. Rings
 * are alternating x and y.
 */
export function fillRings(rings: readonly (readonly number[])[], width: number, height: number): Float32Array {
  const crossings: number[][] = Array.from({ length: height * SAMPLES }, () => []);
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      crossRows(crossings, [ring[at] ?? 0, ring[at + 1] ?? 0], [ring[next] ?? 0, ring[next + 1] ?? 0]);
    }
  }
  const covered = new Float32Array(width * height);
  for (const [row, xs] of crossings.entries()) {
    xs.sort((a, b) => a - b);
    const start = Math.floor(row / SAMPLES) * width;
    for (let at = 0; at + 1 < xs.length; at += 2) coverSpan(covered, start, width, xs[at] ?? 0, xs[at + 1] ?? 0);
  }
  return covered;
}

type Point = readonly [x: number, y: number];

function crossRows(crossings: number[][], a: Point, b: Point): void {
  const [[x0, y0], [x1, y1]] = a[1] < b[1] ? [a, b] : [b, a];
  const first = Math.max(0, Math.ceil(y0 * SAMPLES - 0.5));
  for (let row = first; row < crossings.length && (row + 0.5) / SAMPLES < y1; row += 1) {
    crossings[row]?.push(x0 + ((x1 - x0) * ((row + 0.5) / SAMPLES - y0)) / (y1 - y0));
  }
}

function coverSpan(covered: Float32Array, start: number, width: number, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  for (let x = Math.floor(left); x < right; x += 1) {
    const share = Math.min(x + 1, right) - Math.max(x, left);
    covered[start + x] = (covered[start + x] ?? 0) + share / SAMPLES;
  }
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** At most 256 colours, as `#rrggbb`; `pixels` are indices into them, row by row. */
interface PalettePicture {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
  readonly pixels: Uint8Array;
}

/** A PNG file (ISO/IEC 15948) of colour type 3. */
export async function palettePng({ width, height, colours, pixels }: PalettePicture): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits per pixel, colour type 3.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = colours.flatMap((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  // Each row begins with its filter type: 0, none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const packed = new Response(rows).body?.pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed ?? null).arrayBuffer());
  const chunks = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', data), chunk('IEND', [])];
  return concatBytes(Uint8Array.from(SIGNATURE), ...chunks);
}

function chunk(type: string, data: ArrayLike<number>): Uint8Array {
  const whole = new Uint8Array(data.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)));
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
