import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { LANDMARKS, RANGES } from '#web/ground/land/groundTiles.ts';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { FONT, type LabelSize, mapPlaceName } from './nameLayers.ts';

/** What the names of images of landmarks begin with; their kind follows. */
export const LANDMARK_IMAGE = 'landmark-';

const RANK: ExpressionSpecification = ['get', 'rank'];
/** The zoom from which a point is shown: of rank 1, and each further rank needs one zoom more. */
const FROM_ZOOM: ExpressionSpecification = ['+', ['match', ['get', 'kind'], 'peak', 6, 'hut', 9, 8], ['get', 'rank']];

/**
 * Ranges and plains as wide-set words along their axes, and marks of peaks, passes, parks, huts and monasteries. Painted
 * by the map, thus under strikes, and softer than the names of places, which find their room first.
 */
export function landmarkLayers(palette: Palette, locale: Locale, labelSize: LabelSize): LayerSpecification[] {
  const name = mapPlaceName(locale);
  const colour: ExpressionSpecification = ['match', ['get', 'kind'], 'park', palette.park, palette.landmark];
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.2 };
  return [
    {
      id: 'landmark',
      type: 'symbol',
      source: LANDMARKS.name,
      'source-layer': 'landmark',
      minzoom: 7,
      filter: ['<=', FROM_ZOOM, ['zoom']],
      layout: {
        'icon-image': ['concat', LANDMARK_IMAGE, ['get', 'kind']],
        'icon-size': (0.75 * labelSize(11)) / 11,
        'symbol-sort-key': RANK,
        'text-field': [
          'case',
          ['has', 'height'],
          [
            'format',
            name,
            {},
            '\n',
            {},
            ['to-string', ['get', 'height']],
            { 'font-scale': labelSize(0.85 * 11) / labelSize(11) },
          ],
          name,
        ],
        'text-font': FONT,
        'text-line-height': 1.05,
        'text-max-width': 9,
        'text-justify': 'auto',
        'text-optional': true,
        'text-padding': 3,
        'text-radial-offset': 0.55,
        'text-size': labelSize(11),
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      },
      paint: {
        ...halo,
        'text-color': colour,
        'icon-color': colour,
        'icon-halo-color': palette.halo,
        'icon-halo-width': 1,
      },
    },
    {
      id: 'range',
      type: 'symbol',
      source: RANGES,
      minzoom: 5.5,
      maxzoom: 12,
      // The longest leave closer views, which would name them again and again.
      filter: ['all', ['<=', RANK, ['step', ['zoom'], 1, 7, 2, 8, 3]], ['>=', RANK, ['step', ['zoom'], 1, 10, 2]]],
      layout: {
        'symbol-placement': 'line-center',
        'symbol-sort-key': RANK,
        'text-field': name,
        'text-font': FONT,
        'text-letter-spacing': 0.3,
        'text-max-angle': 60,
        // Among towns, whose names are written above it, it would find no room.
        'text-overlap': 'always',
        'text-size': ['interpolate', ['linear'], ['zoom'], 6, labelSize(11), 9, labelSize(15)],
        'text-transform': 'uppercase',
      },
      paint: {
        ...halo,
        'text-color': palette.landmark,
        'text-opacity': ['interpolate', ['linear'], ['zoom'], 11, 1, 12, 0],
      },
    },
  ];
}
