import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { BBox } from '#shared/geo/BBox.ts';
import { LAND, LINES, type TileSet } from '#web/ground/land/groundTiles.ts';
import { type GroundTile, groundTilesIn } from './groundTilesIn.ts';

const TIMEOUT_MS = 10_000;

/** Lines or rings of one tile; `x` and `y` are fractions of the world's width and height. */
export type GroundLines = readonly (readonly { readonly x: number; readonly y: number }[])[];

/** A piece of the ground. Its lines reach a little beyond it, so they are cut at its edges. */
export interface GroundPiece {
  readonly tile: GroundTile;
  readonly kind: 'land' | 'river' | 'region' | 'border';
  readonly lines: GroundLines;
}

/** Land, rivers, regions and borders around the box, from what ships with the site. What cannot be read is left out. */
export async function loadGround(box: BBox): Promise<readonly GroundPiece[]> {
  const pieces = await Promise.all([
    ...groundTilesIn(box, LAND).map((tile) => loadPieces(LAND, tile, ['land'])),
    ...groundTilesIn(box, LINES).map((tile) => loadPieces(LINES, tile, ['river', 'region', 'border'])),
  ]);
  return pieces.flat();
}

async function loadPieces(
  set: TileSet,
  tile: GroundTile,
  kinds: readonly GroundPiece['kind'][],
): Promise<GroundPiece[]> {
  try {
    const path = `/basemap/${set.name}/${tile.zoom}/${tile.x}/${tile.y}.pbf`;
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return [];
    const { layers } = new VectorTile(new PbfReader(await response.arrayBuffer()));
    // A tile of land without land is sea: it has to be drawn too.
    return kinds.map((kind) => ({ tile, kind, lines: linesOf(tile, layers[kind]) }));
  } catch {
    // Strikes and distances are what counts; the ground only helps to find one's way.
    return [];
  }
}

function linesOf({ zoom, x, y }: GroundTile, layer: VectorTileLayer | undefined): GroundLines {
  if (!layer) return [];
  const world = 2 ** zoom;
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index).loadGeometry())
    .flat()
    .map((line) =>
      line.map((point) => ({ x: (x + point.x / layer.extent) / world, y: (y + point.y / layer.extent) / world })),
    );
}
