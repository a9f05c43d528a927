import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { TILE_ORIGIN } from '#shared/http.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import {
  GROUND_BOUNDS,
  GROUND_CORNERS,
  LAND,
  LANDMARKS,
  LINES,
  NAMES,
  RANGES,
  RIVERS,
  reliefName,
  type TileSet,
  TOWNS,
  WORLD,
} from '#web/ground/land/groundTiles.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import type { MapView } from '#web/ground/view/mapQuery.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { landmarkLayers } from './landmarks.ts';
import { nameLayers } from './nameLayers.ts';
import { RELIEF, type ShippedParts, shippedLayers } from './shippedLayers.ts';
import { TILE_SOURCE, TILES_FROM_ZOOM, tileBorders, tileGround, tilePlaces, VILLAGES_FROM_ZOOM } from './tileLayers.ts';

interface BasemapOptions {
  readonly theme: MapTheme;
  readonly locale: Locale;
  /** Factor for displays read from afar. */
  readonly labelScale: number;
  /** Minimum font size, in CSS pixels. */
  readonly leastLabelPx?: number;
  /** `none` requests no tiles; `waiting` requests them and meanwhile shows the whole shipped basemap. */
  readonly tiles: 'none' | 'waiting' | 'shown';
  readonly ownTiles?: boolean;
  /** True to request relief, rivers, built-up areas and names of the land. */
  readonly detail: boolean;
  /** True if the view needs the coarse basemap of the world: see `beyondRegion`. */
  readonly world: boolean;
  /** Ids of anchors for other layers, in the given order, below and above the place names. */
  readonly anchors?: { readonly underNames: readonly string[]; readonly overNames: readonly string[] };
}

/** Builds the style here, so that an outage of a style host cannot blank the map. */
export function basemapStyle({
  theme,
  locale,
  labelScale,
  leastLabelPx = 0,
  tiles,
  ownTiles = false,
  detail,
  world,
  anchors = { underNames: [], overNames: [] },
}: BasemapOptions): StyleSpecification {
  const palette = palettes[theme];
  const labelSize = (px: number) => Math.max(leastLabelPx, px * labelScale);
  const withTiles = tiles !== 'none';
  const hosted = withTiles && !ownTiles;
  const shipped = shippedLayers(palette, { detail, world });
  // Own tiles look the same once loaded, so nothing flashes.
  const yields = ownTiles ? withTiles : tiles === 'shown';
  const yielding = (layer: LayerSpecification) => (yields ? yieldingTo(layer, hosted) : layer);
  const groundOfTiles = withTiles ? tileGround(palette) : [];
  return {
    version: 8,
    sources: {
      ...groundSources({ detail, world }, theme),
      ...(withTiles
        ? { [TILE_SOURCE]: { type: 'vector', url: ownTiles ? apiPaths.basemap : `${TILE_ORIGIN}/planet` } }
        : {}),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.land } },
      ...shipped.ground.map(yielding),
      ...(ownTiles ? groundOfTiles.map(asOwn) : groundOfTiles),
      ...shipped.lines.map(yielding),
      ...(hosted ? tileBorders(palette) : []),
      ...anchors.underNames.map(anchor),
      ...(detail ? landmarkLayers(palette, locale, labelSize) : []),
      ...nameLayers(palette, locale, labelSize, world).map(yielding),
      ...(hosted ? tilePlaces(palette, locale, labelSize) : []),
      ...anchors.overNames.map(anchor),
    ],
  };
}

/** True if the view shows ground outside the region's tiles. Inside, the region's own, finer tiles are enough. */
export function beyondRegion({ zoom }: Pick<MapView, 'zoom'>, box: BBox): boolean {
  const [west, south, east, north] = GROUND_BOUNDS;
  return zoom < LAND.zooms[0] || !bboxWithin(box, { west, south, east, north });
}

/** An invisible layer that marks a position in the layer order. */
function anchor(id: string): LayerSpecification {
  return { id, type: 'background', layout: { visibility: 'none' } };
}

const ORIGIN = globalThis.location?.origin ?? '';
const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const GEONAMES = '<a href="https://www.geonames.org">GeoNames</a>';
/** An image source has no attribution in a style, so the map's control gets this. */
export const RELIEF_CREDIT = 'ETOPO5 (NOAA)';
const GSHHG = '<a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a>';

function groundSources({ detail, world }: ShippedParts, theme: MapTheme): Record<string, SourceSpecification> {
  return {
    ...(world && { [WORLD]: { type: 'geojson', data: '/basemap/world.geojson', attribution: 'Natural Earth' } }),
    [LAND.name]: { type: 'vector', ...tiles(LAND, OPENSTREETMAP) },
    [LINES.name]: { type: 'vector', ...tiles(LINES, 'Natural Earth') },
    ...(detail && {
      [RELIEF]: reliefSource(theme),
      [RIVERS.name]: { type: 'vector', ...tiles(RIVERS, GSHHG) },
      [TOWNS.name]: { type: 'vector', ...tiles(TOWNS, 'Natural Earth') },
      // A label is placed at the middle of its line within a tile. The buffer has its maximum, one tile, and the tiles
      // are so large that no line is cut: otherwise two tiles would repeat one label.
      [RANGES]: { type: 'geojson', data: '/basemap/ranges.geojson', buffer: 512, tolerance: 0, maxzoom: 6 },
      [LANDMARKS.name]: { type: 'vector', ...tiles(LANDMARKS, '') },
    }),
    ...Object.fromEntries(NAMES.map((set) => [set.name, { type: 'vector' as const, ...tiles(set, GEONAMES) }])),
  };
}

function reliefSource(theme: MapTheme): SourceSpecification {
  const url = `${ORIGIN}/basemap/${reliefName(theme)}`;
  return { type: 'image', url, coordinates: GROUND_CORNERS };
}

function tiles({ name, zooms: [minzoom, maxzoom] }: TileSet, attribution: string, ending = 'pbf') {
  const path = `${ORIGIN}/basemap/${name}/{z}/{x}/{y}.${ending}`;
  return { tiles: [path], minzoom, maxzoom, bounds: GROUND_BOUNDS, attribution };
}

/** Up to here the shipped coast is within two pixels of the tiles'; it is coarser outside the region. */
const SHORES_MATCH_TO_ZOOM = 11;
/** Shipped lines fade out from where the tiles' own lines begin. */
const LINES_END = TILES_FROM_ZOOM + 1;
const FADING: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], TILES_FROM_ZOOM, 1, LINES_END, 0];

/** A shipped layer that gives way to tiles. Own tiles may lack sea, borders or names, so ours stay. */
function yieldingTo(layer: LayerSpecification, hosted: boolean): LayerSpecification {
  if (layer.type === 'line' && (hosted || layer.source === RIVERS.name))
    return { ...layer, maxzoom: LINES_END, paint: { ...layer.paint, 'line-opacity': FADING } };
  if (layer.type === 'fill' && layer.source === TOWNS.name)
    return { ...layer, maxzoom: LINES_END, paint: { ...layer.paint, 'fill-opacity': FADING } };
  if (layer.type === 'fill' && hosted)
    return { ...layer, maxzoom: layer.source === LAND.name ? SHORES_MATCH_TO_ZOOM : TILES_FROM_ZOOM };
  if ((layer.type === 'symbol' || layer.type === 'circle') && hosted && NAMES.some(({ name }) => name === layer.source))
    return { ...layer, maxzoom: VILLAGES_FROM_ZOOM };
  return layer;
}

/** Some tile makers shorten attribute names to save bytes. */
const CLASS = JSON.stringify(['coalesce', ['get', 'class'], ['get', 'c'], ['get', 'k'], '']);

/** A layer of own tiles. Only their inland water is used: the shipped land has the finer coast. */
function asOwn(layer: LayerSpecification): LayerSpecification {
  const inland = layer.id === 'water' ? { ...layer, filter: ['!=', ['get', 'class'], 'ocean'] } : layer;
  return JSON.parse(JSON.stringify(inland).replaceAll('["get","class"]', CLASS)) as LayerSpecification;
}
