import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { geoEquirectangular, geoIdentity } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { groundTiles } from '#web/ground/land/groundTiles.ts';
import type { GroundTileFiles } from './tileArchives.ts';

export type AtlasExtent = readonly [west: number, south: number, east: number, north: number];

/** The part of the world that uses World Atlas's finer shapes. */
export const FINE_REGION: AtlasExtent = [6, 32, 44, 51];

/** Cuts shapes at the antimeridian, which World Atlas does not, by projecting them through the sphere. */
export function splitAtAntimeridian(object: object): object {
  const plate = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .reflectY(true)
    .precision(0);
  return geoProject(object, plate) ?? object;
}

/** Returns the part of the shapes within the extent, in degrees; null if there is none. */
export function clip(object: object, [west, south, east, north]: AtlasExtent): object | null {
  return geoProject(
    object,
    geoIdentity().clipExtent([
      [west, south],
      [east, north],
    ]),
  );
}

const EXTENT = 4096;
/** How far a tile's shapes reach beyond it, so that no line visibly ends at its edge. */
const BUFFER = 64;

export type Layers = Readonly<Record<string, GeoJSON.Feature[]>>;

/** Cuts every tile of the region at one zoom, as `set/{zoom}/{x}/{y}.pbf`; tiles without features are empty files. */
export function makeTiles(set: string, zoom: number, layers: Layers): GroundTileFiles {
  const indices = Object.entries(layers).map(([name, features]) => {
    const options = {
      maxZoom: zoom,
      indexMaxZoom: zoom,
      indexMaxPoints: 0,
      tolerance: 0,
      extent: EXTENT,
      buffer: BUFFER,
    };
    return [name, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const;
  });
  const tiles: GroundTileFiles = new Map();
  for (const [x, y] of groundTiles(zoom)) {
    const layers = indices.flatMap(([name, index]) => {
      const tile = index.getTile(zoom, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    const bytes = fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
    tiles.set(`${set}/${zoom}/${x}/${y}.pbf`, new Uint8Array(bytes));
  }
  return tiles;
}
