import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { FONT, type LabelSize, labelPaint, mapPlaceName } from './nameLayers.ts';

/** Without these tiles the map still works. */
export const TILE_SOURCE = 'openmaptiles';
/** Wider views show the shipped ground alone, so the map looks the same with tiles and without. */
export const TILES_FROM_ZOOM = 8;
/** Up to here the shipped names, which are selected and checked; beyond, those of every hamlet and suburb. */
export const VILLAGES_FROM_ZOOM = 12.5;

const COMING: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], TILES_FROM_ZOOM, 0, 8.75, 1];

/** Ground, water and roads from the tiles. */
export function tileGround({ wood, town, water, river, road, roadCasing }: Palette): LayerSpecification[] {
  const of = (layer: string) => ({ source: TILE_SOURCE, 'source-layer': layer, minzoom: TILES_FROM_ZOOM });
  return [
    {
      id: 'wood',
      type: 'fill',
      ...of('landcover'),
      filter: ['==', ['get', 'class'], 'wood'],
      paint: { 'fill-color': wood, 'fill-opacity': COMING },
    },
    {
      id: 'town',
      type: 'fill',
      ...of('landuse'),
      filter: ['in', ['get', 'class'], ['literal', ['residential', 'suburb', 'industrial', 'commercial']]],
      paint: { 'fill-color': town, 'fill-opacity': COMING },
    },
    { id: 'water', type: 'fill', ...of('water'), paint: { 'fill-color': water } },
    {
      id: 'river',
      type: 'line',
      ...of('waterway'),
      paint: {
        'line-color': river,
        'line-opacity': COMING,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 14, 2.5],
      },
    },
    {
      id: 'road-casing',
      type: 'line',
      ...of('transportation'),
      filter: ['in', ['get', 'class'], ['literal', ['motorway', 'trunk', 'primary', 'secondary']]],
      paint: {
        'line-color': roadCasing,
        'line-opacity': COMING,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 6, 0.8, 14, 7],
      },
    },
    {
      id: 'road',
      type: 'line',
      ...of('transportation'),
      filter: ['in', ['get', 'class'], ['literal', ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']]],
      paint: {
        'line-color': road,
        'line-opacity': COMING,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 8, 0.4, 14, 5],
      },
    },
  ];
}

/** Names of cities, towns and all smaller places. */
export function tilePlaces(palette: Palette, locale: Locale, labelSize: LabelSize): LayerSpecification[] {
  const shared = { type: 'symbol', source: TILE_SOURCE, 'source-layer': 'place', minzoom: VILLAGES_FROM_ZOOM } as const;
  const layout = { 'text-field': mapPlaceName(locale), 'text-font': FONT };
  const paint = labelPaint(palette);
  const size = ['match', ['get', 'class'], 'city', labelSize(17), labelSize(13)] satisfies ExpressionSpecification;
  return [
    {
      ...shared,
      id: 'place-city',
      filter: ['in', ['get', 'class'], ['literal', ['city', 'town']]],
      layout: { ...layout, 'text-size': size, 'symbol-sort-key': ['get', 'rank'] },
      paint,
    },
    {
      ...shared,
      id: 'place-village',
      filter: ['in', ['get', 'class'], ['literal', ['village', 'suburb', 'hamlet']]],
      layout: { ...layout, 'text-size': labelSize(12) },
      paint,
    },
  ];
}

/** Like the shipped borders: disputed lines are dashed, and lines that only Russia claims are left out. */
export function tileBorders({ border }: Palette): LayerSpecification[] {
  const of = (disputed: boolean): FilterSpecification => [
    'all',
    ['==', ['get', 'admin_level'], 2],
    ['!=', ['get', 'maritime'], 1],
    ['!=', ['coalesce', ['get', 'claimed_by'], ''], 'RU'],
    [disputed ? '==' : '!=', ['get', 'disputed'], 1],
  ];
  const shared = { type: 'line', source: TILE_SOURCE, 'source-layer': 'boundary', minzoom: TILES_FROM_ZOOM } as const;
  const paint = { 'line-color': border, 'line-opacity': COMING, 'line-width': 1.4 };
  return [
    { ...shared, id: 'boundary', filter: of(false), paint },
    { ...shared, id: 'boundary-disputed', filter: of(true), paint: { ...paint, 'line-dasharray': [3, 3] } },
  ];
}
