import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Locale } from '#web/i18n/index.ts';
import type { MapTheme } from '../strikeIcons.ts';

/** Source of the tiles that lie over the shipped land; its failures are no failures of the map. */
export const TILE_SOURCE = 'openmaptiles';
const TILES = 'https://tiles.openfreemap.org';

interface Palette {
  readonly water: string;
  readonly land: string;
  readonly wood: string;
  readonly town: string;
  readonly border: string;
  readonly road: string;
  readonly roadCasing: string;
  readonly label: string;
  readonly halo: string;
}

/** Pale or near black, and without colour of its own: colour on this map means lightning. */
const palettes: Record<MapTheme, Palette> = {
  light: {
    water: '#d3dfe9',
    land: '#f2f3f0',
    wood: '#e7ece2',
    town: '#e9e7e3',
    border: '#8b93a1',
    road: '#ffffff',
    roadCasing: '#dcdcd8',
    label: '#3a4556',
    halo: '#f8f9f7',
  },
  dark: {
    water: '#0c0f14',
    land: '#1a1f28',
    wood: '#1b232a',
    town: '#222834',
    border: '#5d6a80',
    road: '#2c3442',
    roadCasing: '#161b23',
    label: '#b4c0d2',
    halo: '#12161d',
  },
};

const SHIPPED_SOURCE = 'world';
/** Drawn with this device's fonts, because the style names no glyph host: labels then work offline too. */
const FONT = ['sans-serif'];

function placeName(locale: Locale): ExpressionSpecification {
  return ['coalesce', ['get', `name:${locale}`], ['get', 'name:latin'], ['get', 'name']];
}

function labelPaint(palette: Palette) {
  return { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 };
}

function shippedLayers(palette: Palette, locale: Locale, labelScale: number): LayerSpecification[] {
  const width: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 0.6, 10, 1.6];
  const lines = { 'line-color': palette.border, 'line-width': width };
  const source = SHIPPED_SOURCE;
  return [
    {
      id: 'land',
      type: 'fill',
      source,
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': palette.land },
    },
    {
      id: 'border',
      type: 'line',
      source,
      filter: ['==', ['get', 'kind'], 'border'],
      paint: lines,
    },
    {
      id: 'border-disputed',
      type: 'line',
      source,
      filter: ['==', ['get', 'kind'], 'disputed'],
      paint: { ...lines, 'line-dasharray': [3, 3] },
    },
    {
      id: 'shipped-place',
      type: 'symbol',
      source,
      filter: ['all', ['==', ['get', 'kind'], 'place'], ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 6.5, 3]]],
      layout: {
        'text-field': placeName(locale),
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11 * labelScale, 11, 17 * labelScale],
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: labelPaint(palette),
    },
  ];
}

function tileLayers(palette: Palette, locale: Locale, labelScale: number): LayerSpecification[] {
  const source = TILE_SOURCE;
  const name = placeName(locale);
  const label = labelPaint(palette);
  return [
    {
      id: 'wood',
      type: 'fill',
      source,
      'source-layer': 'landcover',
      filter: ['==', ['get', 'class'], 'wood'],
      paint: { 'fill-color': palette.wood },
    },
    {
      id: 'town',
      type: 'fill',
      source,
      'source-layer': 'landuse',
      filter: ['in', ['get', 'class'], ['literal', ['residential', 'suburb', 'industrial', 'commercial']]],
      paint: { 'fill-color': palette.town },
    },
    { id: 'water', type: 'fill', source, 'source-layer': 'water', paint: { 'fill-color': palette.water } },
    {
      id: 'river',
      type: 'line',
      source,
      'source-layer': 'waterway',
      minzoom: 8,
      paint: { 'line-color': palette.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 14, 2.5] },
    },
    {
      id: 'road-casing',
      type: 'line',
      source,
      'source-layer': 'transportation',
      minzoom: 6,
      filter: ['in', ['get', 'class'], ['literal', ['motorway', 'trunk', 'primary', 'secondary']]],
      paint: {
        'line-color': palette.roadCasing,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 6, 0.8, 14, 7],
      },
    },
    {
      id: 'road',
      type: 'line',
      source,
      'source-layer': 'transportation',
      minzoom: 8,
      filter: ['in', ['get', 'class'], ['literal', ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']]],
      paint: {
        'line-color': palette.road,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 8, 0.4, 14, 5],
      },
    },
    ...boundaries(palette),
    {
      id: 'place-country',
      type: 'symbol',
      source,
      'source-layer': 'place',
      maxzoom: 8,
      filter: ['==', ['get', 'class'], 'country'],
      layout: { 'text-field': name, 'text-font': FONT, 'text-size': 14 * labelScale, 'text-transform': 'uppercase' },
      paint: label,
    },
    {
      id: 'place-city',
      type: 'symbol',
      source,
      'source-layer': 'place',
      filter: ['in', ['get', 'class'], ['literal', ['city', 'town']]],
      layout: {
        'text-field': name,
        'text-font': FONT,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          5,
          11 * labelScale,
          12,
          ['match', ['get', 'class'], 'city', 17 * labelScale, 13 * labelScale],
        ],
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: label,
    },
    {
      id: 'place-village',
      type: 'symbol',
      source,
      'source-layer': 'place',
      minzoom: 10,
      filter: ['in', ['get', 'class'], ['literal', ['village', 'suburb', 'hamlet']]],
      layout: { 'text-field': name, 'text-font': FONT, 'text-size': 12 * labelScale },
      paint: label,
    },
  ];
}

/** As the shipped borders: disputed lines are dashed, and what only Russia claims of Ukraine is no border. */
function boundaries(palette: Palette): LayerSpecification[] {
  const of = (disputed: boolean): FilterSpecification => [
    'all',
    ['==', ['get', 'admin_level'], 2],
    ['!=', ['get', 'maritime'], 1],
    ['!=', ['coalesce', ['get', 'claimed_by'], ''], 'RU'],
    [disputed ? '==' : '!=', ['get', 'disputed'], 1],
  ];
  const shared = { type: 'line', source: TILE_SOURCE, 'source-layer': 'boundary' } as const;
  const paint = { 'line-color': palette.border, 'line-width': 1.4 };
  return [
    { ...shared, id: 'boundary', filter: of(false), paint },
    { ...shared, id: 'boundary-disputed', filter: of(true), paint: { ...paint, 'line-dasharray': [3, 3] } },
  ];
}

export interface BasemapOptions {
  readonly theme: MapTheme;
  readonly locale: Locale;
  /** Times the usual size of labels, for displays read from afar. */
  readonly labelScale: number;
  /** `none` asks for no tiles; `waiting` asks, and shows the shipped land meanwhile; `shown` relies on them. */
  readonly tiles: 'none' | 'waiting' | 'shown';
}

/** The style, wholly ours: an outage of a style host cannot blank the map. */
export function basemapStyle({ theme, locale, labelScale, tiles }: BasemapOptions): StyleSpecification {
  const palette = palettes[theme];
  const withTiles = tiles !== 'none';
  return {
    version: 8,
    sources: {
      [SHIPPED_SOURCE]: { type: 'geojson', data: '/basemap/world.geojson', attribution: 'Natural Earth' },
      ...(withTiles ? { [TILE_SOURCE]: { type: 'vector', url: `${TILES}/planet` } } : {}),
    },
    layers: [
      {
        id: 'ground',
        type: 'background',
        paint: { 'background-color': tiles === 'shown' ? palette.land : palette.water },
      },
      // Tiles draw water over land; the shipped land would show through their finer coasts.
      ...(tiles === 'shown' ? [] : shippedLayers(palette, locale, labelScale)),
      ...(withTiles ? tileLayers(palette, locale, labelScale) : []),
    ],
  };
}
