import { GeoJSONVT, type GeoJSONVTOptions } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { ringOfBox } from '#shared/geo/Shape.ts';
import { formatTile, tilesCovering } from '#shared/geo/tile.ts';

const BOX = { west: 22, south: 42, east: 25, north: 43.4 };
const ZOOMS = [5, 6, 7, 8, 9, 10];
const EXTENT = 4096;

function box(west: number, south: number, east: number, north: number): GeoJSON.Polygon {
  return { type: 'Polygon', coordinates: [ringOfBox({ west, south, east, north }).map((corner) => [...corner])] };
}

const feature = (geometry: GeoJSON.Geometry, kind: string): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { class: kind },
  geometry,
});

/** A made-up town and lake near Sofia, a motorway, and a sea of the coarse kind that covers all of them. */
const LAYERS: Readonly<Record<string, readonly GeoJSON.Feature[]>> = {
  water: [feature(box(22, 42, 25, 43.4), 'ocean'), feature(box(23.6, 42.6, 23.8, 42.8), 'lake')],
  landuse: [feature(box(23.2, 42.62, 23.45, 42.78), 'residential')],
  transportation: [
    feature({ type: 'LineString', coordinates: [[22, 42.9], [25, 42.9]] }, 'motorway'), // biome-ignore format: one line
  ],
};

/** Cuts vector tiles out of features by layer. */
export function tileCutter(layers: Readonly<Record<string, readonly GeoJSON.Feature[]>>, zooms: GeoJSONVTOptions) {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const collection: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [...features] };
    return [name, new GeoJSONVT(collection, { ...zooms, buffer: 64, extent: EXTENT })] as const;
  });
  return (z: number, x: number, y: number): Uint8Array => {
    const layers = indexes.flatMap(([name, index]) => {
      const found = index.getTile(z, x, y);
      return found ? [[name, found] as const] : [];
    });
    return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
  };
}

/** Vector tiles around Sofia in the OpenMapTiles schema, by `z/x/y`. */
export function ownTiles(): Map<string, Uint8Array<ArrayBuffer>> {
  const tileOf = tileCutter(LAYERS, { maxZoom: 10, indexMaxZoom: 10 });
  const tiles = ZOOMS.flatMap((zoom) => tilesCovering(BOX, zoom, 10_000) ?? []);
  return new Map(tiles.map((tile) => [formatTile(tile), Uint8Array.from(tileOf(tile.z, tile.x, tile.y))]));
}
