import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { GROUND_BOUNDS, LAND, LANDMARKS, LINES, NAMES, RANGES, type TileSet } from '#web/ground/land/groundTiles.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { landmarkLayers } from './landmarkLayers.ts';
import { shippedLayers } from './shippedLayers.ts';
import { TILE_SOURCE, tileLayers } from './tileLayers.ts';

interface BasemapOptions {
  readonly theme: MapTheme;
  readonly locale: Locale;
  /** Factor for displays read from afar. */
  readonly labelScale: number;
  /** `none` requests no tiles; `waiting` requests them and shows the shipped land meanwhile; `shown` relies on them. */
  readonly tiles: 'none' | 'waiting' | 'shown';
  readonly ownTiles?: boolean;
  /** Ids of anchors for the parts' layers, in the given order, below and above the names of places. */
  readonly anchors?: { readonly underNames: readonly string[]; readonly overNames: readonly string[] };
}

/** Builds the style here, so that an outage of a style host cannot blank the map. */
export function basemapStyle({
  theme,
  locale,
  labelScale,
  tiles,
  ownTiles = false,
  anchors = { underNames: [], overNames: [] },
}: BasemapOptions): StyleSpecification {
  const palette = palettes[theme];
  const withTiles = tiles !== 'none';
  const shipped = shippedLayers(palette, locale, labelScale);
  const drawn = withTiles ? tileLayers(palette, locale, labelScale) : [];
  // The host's tiles draw water over land; the shipped land would show through their finer coasts.
  const tilesAlone = tiles === 'shown' && !ownTiles;
  const ground = ownTiles ? overShippedLand(shipped, drawn) : [...(tilesAlone ? [] : shipped), ...drawn];
  return {
    version: 8,
    sources: {
      ...groundSources(),
      ...(withTiles
        ? { [TILE_SOURCE]: { type: 'vector', url: ownTiles ? apiPaths.basemap : `${TILE_ORIGIN}/planet` } }
        : {}),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.land } },
      ...ground.filter(({ type }) => type !== 'symbol'),
      ...anchors.underNames.map(anchor),
      ...landmarkLayers(palette, locale, labelScale),
      ...ground.filter(({ type }) => type === 'symbol'),
      ...anchors.overNames.map(anchor),
    ],
  };
}

/** Draws nothing and keeps a place in the order of layers. */
function anchor(id: string): LayerSpecification {
  return { id, type: 'background', layout: { visibility: 'none' } };
}

const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const GEONAMES = '<a href="https://www.geonames.org">GeoNames</a>';

function groundSources(): Record<string, SourceSpecification> {
  return {
    world: { type: 'geojson', data: '/basemap/world.geojson', attribution: 'Natural Earth' },
    [LAND.name]: tiles(LAND, OPENSTREETMAP),
    [LINES.name]: tiles(LINES, 'Natural Earth'),
    // Lines reach a whole tile beyond theirs, the most there is.
    [RANGES]: { type: 'geojson', data: '/basemap/ranges.geojson', buffer: 512, tolerance: 0, maxzoom: 12 },
    [LANDMARKS.name]: tiles(LANDMARKS, ''),
    ...Object.fromEntries(NAMES.map((set) => [set.name, tiles(set, GEONAMES)])),
  };
}

function tiles({ name, zooms: [minzoom, maxzoom] }: TileSet, attribution: string): SourceSpecification {
  const path = `${globalThis.location?.origin ?? ''}/basemap/${name}/{z}/{x}/{y}.pbf`;
  return { type: 'vector', tiles: [path], minzoom, maxzoom, bounds: GROUND_BOUNDS, attribution };
}

/** Layers of own tiles that lie below the shipped lines; borders and names are the shipped ones. */
const DRAWN = ['wood', 'town', 'water', 'river', 'road-casing', 'road'];

/** Some tile makers shorten the names of attributes to save bytes. */
const CLASS = JSON.stringify(['coalesce', ['get', 'class'], ['get', 'c'], ['get', 'k'], '']);

/** Own tiles over the shipped land, under its lines and names: their sea, borders and names may be of any make. */
function overShippedLand(
  shipped: readonly LayerSpecification[],
  tiles: readonly LayerSpecification[],
): LayerSpecification[] {
  const afterLand = shipped.findLastIndex(({ type }) => type === 'fill') + 1;
  const own = tiles
    .filter(({ id }) => DRAWN.includes(id))
    .map((layer) => withShortNames(layer.id === 'water' ? inland(layer) : layer));
  return [...shipped.slice(0, afterLand), ...own, ...shipped.slice(afterLand)];
}

/** Water that is not the sea: the shipped land has the finer coast. */
function inland(layer: LayerSpecification): LayerSpecification {
  return { ...layer, filter: ['!=', ['get', 'class'], 'ocean'] } as LayerSpecification;
}

function withShortNames(layer: LayerSpecification): LayerSpecification {
  return JSON.parse(JSON.stringify(layer).replaceAll('["get","class"]', CLASS)) as LayerSpecification;
}
