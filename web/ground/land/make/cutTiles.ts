import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { groundTiles } from '#web/ground/land/groundTiles.ts';

const EXTENT = 4096;
/** How far a tile's shapes reach beyond it, so that no line ends in sight at its edge. */
const BUFFER = 64;

export type Layers = Readonly<Record<string, GeoJSON.Feature[]>>;

/** Writes `dir/{zoom}/{x}/{y}.pbf` for every tile of the region at one zoom; empty files where nothing is. */
export function cutTiles(dir: string, zoom: number, layers: Layers): void {
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
  for (const [x, y] of groundTiles(zoom)) {
    const cut = indices.flatMap(([name, index]) => {
      const tile = index.getTile(zoom, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    mkdirSync(join(dir, `${zoom}/${x}`), { recursive: true });
    const bytes = fromGeojsonVt(Object.fromEntries(cut), { version: 2, extent: EXTENT });
    writeFileSync(join(dir, `${zoom}/${x}/${y}.pbf`), bytes);
  }
}
