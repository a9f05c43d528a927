import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { NAMES, WORLD } from '#web/ground/land/groundTiles.ts';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';

/** The site's own font: the style has no glyph host, and labels work offline too. */
export const FONT = ['Site Sans', 'sans-serif'];

/** A place's name in the visitor's language, or in the next best. */
export function mapPlaceName(locale: Locale): ExpressionSpecification {
  return ['coalesce', ['get', `name:${locale}`], ['get', 'name:latin'], ['get', 'name'], ['get', 'name:en']];
}

/** Labels are this far above the dot of their place. */
export const NAME_ABOVE_EM = 0.25;

/** The map places labels without painting them, because strikes would cover them; NameSigns renders them above. */
export function labelPaint(palette: Palette) {
  return { 'text-color': palette.label, 'text-opacity': 0 };
}

/** Population class of a place in the tiles: ten for each power of ten. */
const SIZE: ExpressionSpecification = ['coalesce', ['get', 'size'], 0];
/** The rank up to which places are shown. */
// biome-ignore format: zooms and ranks in turns
const LEVEL_RANK: ExpressionSpecification =
  ['step', ['zoom'], 1, 4.5, 2, 5.3, 3, 7, 4, 8, 5, 8.5, 6, 10, 7, 10.5, 8];

/** The scaled font size, in CSS pixels, for a size on a desktop. */
export type LabelSize = (px: number) => number;

/** Layers of the shipped place names, the most important first, without overlaps. */
export function nameLayers(
  palette: Palette,
  locale: Locale,
  labelSize: LabelSize,
  world: boolean,
): LayerSpecification[] {
  const paint = labelPaint(palette);
  const size = (rank: number) => labelSize(rank === 1 ? 16 : rank === 2 ? 14 : rank <= 4 ? 12.5 : 11.5);
  const layout = {
    'text-field': mapPlaceName(locale),
    'text-font': FONT,
    'text-max-width': 100,
    'text-padding': 4,
    'text-anchor': 'bottom',
    'text-offset': [0, -NAME_ABOVE_EM],
    'symbol-sort-key': ['-', ['get', 'rank'], ['/', SIZE, 100]],
  } as const satisfies LayerSpecification['layout'];
  const shipped: LayerSpecification = {
    id: 'shipped-place',
    type: 'symbol',
    source: WORLD,
    filter: ['all', ['==', ['get', 'kind'], 'place'], ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 6.5, 3]]],
    layout: { ...layout, 'text-size': ['match', ['get', 'rank'], 1, size(1), 2, size(2), size(3)] },
    paint,
  };
  // The last layer's labels are placed first.
  const names = NAMES.toReversed().map(
    ({ name, ranks: [first = 1], fromZoom }): LayerSpecification => ({
      id: name,
      type: 'symbol',
      source: name,
      'source-layer': 'place',
      minzoom: fromZoom,
      filter: ['<=', ['get', 'rank'], LEVEL_RANK],
      layout: {
        ...layout,
        'text-size': first === 1 ? ['match', ['get', 'rank'], 1, size(1), 2, size(2), size(3)] : size(first),
      },
      paint,
    }),
  );
  return world ? [shipped, ...names] : names;
}

/** Width in km of a town of ten thousand and of a million, and pixels per km at zoom 9 in the middle of home. */
const SETTLEMENT_KM = { least: 1, most: 6 } as const;
const PX_PER_KM = 8.8;

/** A soft tint for settlements, sized by population, at zooms where the built-up areas have faded out. */
export function settlements(palette: Palette): LayerSpecification[] {
  const radius = (times: number): ExpressionSpecification => [
    'interpolate',
    ['exponential', 1.1],
    SIZE,
    40,
    SETTLEMENT_KM.least * PX_PER_KM * times,
    60,
    SETTLEMENT_KM.most * PX_PER_KM * times,
  ];
  return NAMES.map(({ name, fromZoom }) => ({
    id: `${name}-settlements`,
    type: 'circle',
    source: name,
    'source-layer': 'place',
    minzoom: Math.max(9.5, fromZoom),
    filter: ['<=', ['get', 'rank'], LEVEL_RANK],
    paint: {
      'circle-color': palette.town,
      'circle-blur': 1,
      'circle-opacity': ['interpolate', ['linear'], ['zoom'], 9.5, 0, 10.5, 0.85],
      'circle-radius': ['interpolate', ['exponential', 2], ['zoom'], 9, radius(1), 14, radius(32)],
    },
  }));
}

export const NAME_LAYERS: readonly string[] = [
  'shipped-place',
  ...NAMES.map(({ name }) => name),
  'place-country',
  'place-city',
  'place-village',
];
