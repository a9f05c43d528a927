import type { SourceSpecification } from 'maplibre-gl';
import { GROUND_BOUNDS, LAND, LINES, NAMES, type TileSet } from '#web/ground/land/groundTiles.ts';

const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const GEONAMES = '<a href="https://www.geonames.org">GeoNames</a>';

/** The sources of the ground that ships with the site; an address below /basemap/ each, and whom to name for it. */
export function groundSources(): Record<string, SourceSpecification> {
  return {
    world: { type: 'geojson', data: '/basemap/world.geojson', attribution: 'Natural Earth' },
    [LAND.name]: tiles(LAND, OPENSTREETMAP),
    [LINES.name]: tiles(LINES, 'Natural Earth'),
    ...Object.fromEntries(NAMES.map((set) => [set.name, tiles(set, GEONAMES)])),
  };
}

function tiles({ name, zooms: [minzoom, maxzoom] }: TileSet, attribution: string): SourceSpecification {
  const path = `${globalThis.location?.origin ?? ''}/basemap/${name}/{z}/{x}/{y}.pbf`;
  return { type: 'vector', tiles: [path], minzoom, maxzoom, bounds: GROUND_BOUNDS, attribution };
}
