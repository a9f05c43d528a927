import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { useEffect, useState } from 'react';
import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { GROUND_BOUNDS, LAND, LINES, RIVERS, type TileSet } from '#web/ground/land/groundTiles.ts';
import { loadGazetteer } from '#web/kit/places/gazetteerStore.ts';
import type { Place } from '#web/kit/places/Place.ts';

const TIMEOUT_MS = 10_000;
/** A picture that would need more tiles uses a coarser zoom. */
const MOST_TILES = 6;
const NOTHING: readonly never[] = [];

interface GroundTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Lines or rings of one tile; `x` and `y` are fractions of the world's width and height. */
type GroundLines = readonly (readonly { readonly x: number; readonly y: number }[])[];

/** Its lines reach a little beyond the tile, so they are clipped at its edges. */
export interface GroundPiece {
  readonly tile: GroundTile;
  readonly kind: 'water' | 'river' | 'region' | 'border';
  readonly lines: GroundLines;
}

/** Returns the ground around the box; empty until loaded, and if loading fails. */
export function useGround({ west, south, east, north }: BBox): readonly GroundPiece[] {
  const [pieces, setPieces] = useState<readonly GroundPiece[]>(NOTHING);
  useEffect(() => {
    let wanted = true;
    loadGround({ west, south, east, north }).then((loaded) => wanted && setPieces(loaded));
    return () => {
      wanted = false;
    };
  }, [west, south, east, north]);
  return pieces;
}

/** Returns all places, by population; empty until loaded, and if loading fails. */
export function usePlaces(): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>(NOTHING);
  useEffect(() => {
    let wanted = true;
    loadGazetteer().then(
      (loaded) => wanted && setPlaces(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return places;
}

/** Loads the shipped land, rivers, regions and borders around the box. Tiles that fail are left out. */
async function loadGround(box: BBox): Promise<readonly GroundPiece[]> {
  const pieces = await Promise.all([
    ...groundTilesIn(box, LAND).map((tile) => loadPieces(LAND, tile, ['water'])),
    ...groundTilesIn(box, RIVERS).map((tile) => loadPieces(RIVERS, tile, ['river'])),
    ...groundTilesIn(box, LINES).map((tile) => loadPieces(LINES, tile, ['region', 'border'])),
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
    // A tile without water is land, which must be drawn too.
    return kinds.map((kind) => ({ tile, kind, lines: linesOf(tile, layers[kind]) }));
  } catch {
    // The ground is only for orientation; strikes and distances are drawn without it.
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

/** Returns the tiles that cover the shipped part of the box, at the finest zoom where a few suffice. */
export function groundTilesIn(box: BBox, { zooms: [coarsest, finest] }: TileSet): GroundTile[] {
  const [west, south, east, north] = GROUND_BOUNDS;
  const shown = bboxIntersection(box, { west, south, east, north });
  if (!shown) return [];
  for (let zoom = finest; ; zoom -= 1) {
    const tiles = tilesAt(shown, zoom);
    if (tiles.length <= MOST_TILES || zoom === coarsest) return tiles;
  }
}

function tilesAt({ west, south, east, north }: BBox, zoom: number): GroundTile[] {
  const span = (from: number, to: number) => {
    const [first, last] = [Math.floor(from * 2 ** zoom), Math.floor(to * 2 ** zoom)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const rows = span(mercatorY(north), mercatorY(south));
  return span(mercatorX(west), mercatorX(east)).flatMap((x) => rows.map((y) => ({ zoom, x, y })));
}
