import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { FONT, labelPaint, mapPlaceName } from './nameLayers.ts';

/** Without these tiles the map still works. */
export const TILE_SOURCE = 'openmaptiles';

export function tileLayers(palette: Palette, locale: Locale, labelScale: number): LayerSpecification[] {
  const source = TILE_SOURCE;
  const name = mapPlaceName(locale);
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

/** As the shipped borders: disputed lines are dashed, and lines that only Russia claims are left out. */
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
