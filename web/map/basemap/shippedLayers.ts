import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { LAND, LINES } from '#web/ground/land/groundTiles.ts';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { nameLayers, placeDots } from './nameLayers.ts';

export const SHIPPED_SOURCE = 'world';
const BORDER_WIDTH: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 0.6, 6, 1.1, 11, 2];
/** The source ranks rivers from 2 (the Danube) to 9; wide views show the great ones alone. */
const RIVER_WIDTH: ExpressionSpecification = [
  'interpolate',
  ['exponential', 1.3],
  ['zoom'],
  6,
  ['interpolate', ['linear'], ['get', 'scalerank'], 2, 1.8, 9, 0.5],
  12,
  ['interpolate', ['linear'], ['get', 'scalerank'], 2, 5, 9, 2],
];

/** The shipped ground and names. Sea and land share a file: until it has come the canvas has the ground's colour. */
export function shippedLayers(palette: Palette, locale: Locale, labelScale: number): LayerSpecification[] {
  return [...coarse(palette), ...fine(palette), ...placeDots(palette), ...nameLayers(palette, locale, labelScale)];
}

function coarse({ water, land, border }: Palette): LayerSpecification[] {
  const shared = (kind: string) => ({
    source: SHIPPED_SOURCE,
    filter: ['==', ['get', 'kind'], kind] as FilterSpecification,
  });
  const lines = { 'line-color': border, 'line-width': BORDER_WIDTH };
  return [
    { id: 'world-sea', type: 'fill', ...shared('sea'), paint: { 'fill-color': water } },
    { id: 'world-land', type: 'fill', ...shared('land'), paint: { 'fill-color': land } },
    { id: 'world-border', type: 'line', ...shared('border'), paint: lines },
    {
      id: 'world-border-disputed',
      type: 'line',
      ...shared('disputed'),
      paint: { ...lines, 'line-dasharray': [3, 3] },
    },
  ];
}

function fine({ water, land, coast, river, region, border }: Palette): LayerSpecification[] {
  const lines = { 'line-color': border, 'line-width': BORDER_WIDTH };
  const joined = { 'line-join': 'round', 'line-cap': 'round' } as const;
  const disputed: FilterSpecification = ['==', ['get', 'disputed'], true];
  const of = (source: string, layer: string) => ({ source, 'source-layer': layer });
  return [
    { id: 'sea', type: 'fill', ...of(LAND.name, 'sea'), paint: { 'fill-color': water } },
    { id: 'land', type: 'fill', ...of(LAND.name, 'land'), paint: { 'fill-color': land } },
    {
      id: 'shipped-river',
      type: 'line',
      ...of(LINES.name, 'river'),
      filter: ['<=', ['get', 'scalerank'], ['step', ['zoom'], 6, 6.5, 7, 7.5, 9]],
      layout: joined,
      paint: { 'line-color': river, 'line-width': RIVER_WIDTH },
    },
    {
      id: 'shipped-region',
      type: 'line',
      ...of(LINES.name, 'region'),
      paint: {
        'line-color': region,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 11, 1.2],
        'line-dasharray': [4, 3],
      },
    },
    {
      id: 'coast',
      type: 'line',
      ...of(LAND.name, 'land'),
      layout: joined,
      paint: { 'line-color': coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.7, 11, 1.3] },
    },
    { id: 'border', type: 'line', ...of(LINES.name, 'border'), filter: ['!', disputed], layout: joined, paint: lines },
    {
      id: 'border-disputed',
      type: 'line',
      ...of(LINES.name, 'border'),
      filter: disputed,
      paint: { ...lines, 'line-dasharray': [3, 3] },
    },
  ];
}
