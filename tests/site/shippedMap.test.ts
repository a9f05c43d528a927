import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import {
  GROUND_BOUNDS,
  groundTiles,
  LAND,
  LANDMARKS,
  LINES,
  NAMES,
  RELIEF,
  RIVERS,
  type TileSet,
  TOWNS,
} from '#web/ground/land/groundTiles.ts';
import { DEFAULT_VIEW } from '#web/ground/view/viewBox.ts';
import { fileExists, readBytes, readText } from './builtSite.ts';

const KB = 1_000;
const WHOLE = ['basemap/world.geojson', 'basemap/ranges.geojson'];
const GROUND = [LAND, LINES, RELIEF, RIVERS, TOWNS];
const SETS: readonly TileSet[] = [...GROUND, LANDMARKS, ...NAMES];
const ZOOMS = [4, 5, 6, 6.5, 7, 8, 9, 10, 11, 12];
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const sizes = new Map<string, number>();
function gzipped(path: string): number {
  const held = sizes.get(path) ?? gzipSync(readBytes(path)).length;
  sizes.set(path, held);
  return held;
}

const wholeFiles = () => WHOLE.reduce((sum, path) => sum + gzipped(path), 0);

const zoomsOf = ({ zooms: [first, last] }: TileSet) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const pathOf = (set: TileSet, zoom: number, x: number, y: number) =>
  `basemap/${set.name}/${zoom}/${x}/${y}.${set === RELIEF ? 'webp' : 'pbf'}`;
const filesOf = (set: TileSet) => zoomsOf(set).flatMap((z) => groundTiles(z).map(([x, y]) => pathOf(set, z, x, y)));

interface View {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** The layers of the relief's tiles end here. */
const RELIEF_ENDS = 8.5;

/** What MapLibre loads of a set for a view: tiles of the whole zoom below, or of the last one there is. */
function filesInView(set: TileSet, { longitude, latitude, zoom, width, height }: View): string[] {
  const [first, last] = set.zooms;
  if (set === RELIEF && zoom >= RELIEF_ENDS) return [];
  // Its tiles are less wide, so they are asked for earlier, and at the nearest zoom.
  const z = Math.min(set === RELIEF ? Math.round(zoom + Math.log2(512 / RELIEF.shownPx)) : Math.floor(zoom), last);
  if (z < first || zoom < ('fromZoom' in set ? Number(set.fromZoom) : 0)) return [];
  const span = (centre: number, pixels: number) => {
    const half = pixels / 2 / (512 * 2 ** zoom);
    return [Math.floor((centre - half) * 2 ** z), Math.floor((centre + half) * 2 ** z)] as const;
  };
  const [west, east] = span(mercatorX(longitude), width);
  const [north, south] = span(mercatorY(latitude), height);
  return groundTiles(z)
    .filter(([x, y]) => x >= west && x <= east && y >= north && y <= south)
    .map(([x, y]) => pathOf(set, z, x, y));
}

const [west, south, east, north] = GROUND_BOUNDS;
const centres = Array.from({ length: 20 * 20 }, (_, at) => ({
  longitude: west + ((east - west) * ((at % 20) + 0.5)) / 20,
  latitude: south + ((north - south) * (Math.floor(at / 20) + 0.5)) / 20,
}));

const weigh = (sets: readonly TileSet[], view: View) =>
  sets.flatMap((set) => filesInView(set, view)).reduce((sum, path) => sum + gzipped(path), wholeFiles());

/** The heaviest view at a zoom, in bytes. */
function heaviest(sets: readonly TileSet[], zoom: number): number {
  const views = centres.flatMap((centre) => SCREENS.map((screen) => ({ ...centre, ...screen, zoom })));
  return Math.max(...views.map((view) => weigh(sets, view)));
}

describe('the map that ships with the site', () => {
  test('has a file for every tile within its bounds: for another the host would answer a page', () => {
    for (const set of SETS) expect(filesOf(set).filter((path) => !fileExists(path))).toEqual([]);
  });

  test('weighs at most 1.6 MB in all, compressed', () => {
    const weights = SETS.map((set) => ({
      name: set.name,
      bytes: filesOf(set).reduce((sum, path) => sum + gzipped(path), 0),
    }));
    const all = weights.reduce((sum, { bytes }) => sum + bytes, wholeFiles());
    for (const { name, bytes } of weights) process.stdout.write(`${name}: ${(bytes / KB).toFixed(1)} kB\n`);
    process.stdout.write(`shipped map: ${(all / KB).toFixed(1)} kB\n`);
    expect(all).toBeGreaterThan(400 * KB);
    expect(all).toBeLessThanOrEqual(1_600 * KB);
  });

  test.each(ZOOMS)('loads at most 260 kB for any view at zoom %d, names and relief included', (zoom) => {
    const [whole, ground] = [heaviest(SETS, zoom), heaviest(GROUND, zoom)];
    process.stdout.write(`zoom ${zoom}: ${(whole / KB).toFixed(1)} kB, ${(ground / KB).toFixed(1)} kB without names\n`);
    expect(whole).toBeLessThanOrEqual(260 * KB);
  });

  test('loads at most 150 kB for the default view', () => {
    const weights = SCREENS.map((screen) => weigh(SETS, { ...DEFAULT_VIEW, ...screen }));
    process.stdout.write(`default view: ${(Math.max(...weights) / KB).toFixed(1)} kB\n`);
    expect(Math.max(...weights)).toBeLessThanOrEqual(150 * KB);
  });

  test('is served as tiles, with a type that the host compresses', () => {
    for (const set of ['land', 'lines', 'names', 'landmarks', 'rivers', 'towns']) {
      expect(readText('_headers')).toContain(`/basemap/${set}/*\n  Content-Type: application/x-protobuf\n`);
    }
  });
});
