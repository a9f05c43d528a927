import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Locale } from '#web/i18n/index.ts';
import { FONT, labelPaint, placeName } from './labels.ts';
import type { Palette } from './palettes.ts';

export const SHIPPED_SOURCE = 'world';

/** Land, borders and places that ship with the site, shown while there are no tiles. */
export function shippedLayers(palette: Palette, locale: Locale, labelScale: number): LayerSpecification[] {
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
