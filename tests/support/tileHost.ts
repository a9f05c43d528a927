import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http.ts';
import { pairs } from '#tests/support/pairs.ts';
import { tileCutter } from './ownTiles.ts';
import { projectRoot } from './projectRoot.ts';

/**
 * The tile host, which is beyond the reach of tests: real vector tiles in the OpenMapTiles schema, cut from the land,
 * borders and places that ship with the site, and one made-up town around Sofia that nothing shipped would draw.
 */
const ATTRIBUTION =
  '<a href="https://openfreemap.org">OpenFreeMap</a> <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const TILE_PATH = /\/planet\/(\d+)\/(\d+)\/(\d+)\.pbf$/;
const MAX_ZOOM = 14;
const ANSWERED = { headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } };

type Feature = GeoJSON.Feature;

const SEA: GeoJSON.Position[] = pairs('-180,-85 180,-85 180,85 -180,85 -180,-85');
const TOWN: GeoJSON.Position[] = pairs('23.2,42.62 23.45,42.62 23.45,42.78 23.2,42.78 23.2,42.62');

function shippedTiles() {
  const path = join(projectRoot, 'web/public/basemap/world.geojson');
  const { features }: GeoJSON.FeatureCollection = JSON.parse(readFileSync(path, 'utf8'));
  const of = (kind: string) => features.filter(({ properties }) => properties?.kind === kind);
  const land = of('land').flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(([outer]) => (outer ? [outer] : [])) : [],
  );
  const polygon = (coordinates: GeoJSON.Position[][], properties = {}): Feature => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates },
  });
  const tagged = (from: readonly Feature[], properties: GeoJSON.GeoJsonProperties): Feature[] =>
    from.map((feature) => ({ ...feature, properties: { ...feature.properties, ...properties } }));
  const layers: Record<string, Feature[]> = {
    water: [polygon([SEA, ...land])],
    landuse: [polygon([TOWN], { class: 'residential' })],
    boundary: [...tagged(of('border'), { admin_level: 2 }), ...tagged(of('disputed'), { admin_level: 2, disputed: 1 })],
    place: tagged(of('place'), { class: 'city' }),
  };
  return tileCutter(layers, { maxZoom: MAX_ZOOM });
}

let tileOf: ReturnType<typeof tileCutter> | undefined;

function tileBytes(z: number, x: number, y: number): Buffer {
  tileOf ??= shippedTiles();
  return Buffer.from(tileOf(z, x, y));
}

/** Answers every request of the page or context for the tile host as a healthy tile host does. */
export async function serveTiles(browsing: Page | BrowserContext): Promise<void> {
  await browsing.route(`${TILE_ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/planet') {
      const tiles = [`${TILE_ORIGIN}/planet/{z}/{x}/{y}.pbf`];
      const json = { tilejson: '3.0.0', tiles, minzoom: 0, maxzoom: MAX_ZOOM, attribution: ATTRIBUTION };
      return route.fulfill({ ...ANSWERED, json });
    }
    const [, z, x, y] = TILE_PATH.exec(pathname) ?? [];
    if (y === undefined) return route.fulfill({ ...ANSWERED, status: 404 });
    const body = tileBytes(Number(z), Number(x), Number(y));
    return route.fulfill({ ...ANSWERED, contentType: 'application/x-protobuf', body });
  });
}
