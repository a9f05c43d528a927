import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { LANDMARKS, RANGES } from '#web/ground/land/groundTiles.ts';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { FONT, type LabelSize, mapPlaceName } from './nameLayers.ts';

/** Prefix of the names of landmark images; the kind follows. */
export const LANDMARK_IMAGE = 'landmark-';

const RANK: ExpressionSpecification = ['get', 'rank'];
/** The zoom from which a point of rank 1 is shown; each further rank needs one zoom more. */
const FROM_ZOOM: ExpressionSpecification = ['+', ['match', ['get', 'kind'], 'peak', 6, 'hut', 9, 8], ['get', 'rank']];

/**
 * Ranges and plains as widely spaced words along their axes, and marks of peaks, passes, parks, huts and monasteries.
 * Painted by the map, so under strikes, and softer than place names, which are placed first.
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
      // Closer views drop the longest ones, whose labels would repeat.
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

type Corner = readonly [x: number, y: number];

/** Filled shapes on a square of 24, top left first. */
const SHAPES: Readonly<Record<string, readonly (readonly Corner[])[]>> = {
  // A hollow square: four strokes.
  satellite: [
    [
      [4, 4],
      [20, 4],
      [20, 7],
      [4, 7],
    ],
    [
      [4, 17],
      [20, 17],
      [20, 20],
      [4, 20],
    ],
    [
      [4, 4],
      [7, 4],
      [7, 20],
      [4, 20],
    ],
    [
      [17, 4],
      [20, 4],
      [20, 20],
      [17, 20],
    ],
  ],
  peak: [
    [
      [12, 4],
      [21, 20],
      [3, 20],
    ],
  ],
  pass: [
    [
      [3, 5],
      [6, 5],
      [9, 12],
      [6, 19],
      [3, 19],
      [6, 12],
    ],
    [
      [21, 5],
      [18, 5],
      [15, 12],
      [18, 19],
      [21, 19],
      [18, 12],
    ],
  ],
  gorge: [
    [
      [3, 4],
      [9, 4],
      [11, 20],
      [3, 20],
    ],
    [
      [21, 4],
      [15, 4],
      [13, 20],
      [21, 20],
    ],
  ],
  park: [
    [
      [12, 2],
      [18, 10],
      [15.5, 10],
      [20, 17],
      [13.5, 17],
      [13.5, 22],
      [10.5, 22],
      [10.5, 17],
      [4, 17],
      [8.5, 10],
      [6, 10],
    ],
  ],
  monastery: [
    [
      [10, 3],
      [14, 3],
      [14, 7],
      [19, 7],
      [19, 11],
      [14, 11],
      [14, 21],
      [10, 21],
      [10, 11],
      [5, 11],
      [5, 7],
      [10, 7],
    ],
  ],
  hut: [
    [
      [12, 3],
      [22, 12],
      [19, 12],
      [19, 20],
      [5, 20],
      [5, 12],
      [2, 12],
    ],
  ],
};

/** Side length in pixels of the image, which is shown at half that size. */
const SIZE = 32;
const SHAPE_SIZE = 24;
/** MapLibre's encoding of distances: the edge is at three quarters, and eight pixels are the full range. */
const EDGE = 0.75;
const RANGE_PX = 8;

interface DistanceImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Returns the mark of a landmark kind as a signed distance field, which the map fills with any colour. */
export function landmarkImage(name: string): DistanceImage | undefined {
  const shapes = name.startsWith(LANDMARK_IMAGE) ? SHAPES[name.slice(LANDMARK_IMAGE.length)] : undefined;
  if (!shapes) return undefined;
  const data = new Uint8ClampedArray(SIZE * SIZE * 4);
  const margin = (SIZE - SHAPE_SIZE) / 2;
  for (let pixel = 0; pixel < SIZE * SIZE; pixel++) {
    const at: Corner = [(pixel % SIZE) + 0.5 - margin, Math.floor(pixel / SIZE) + 0.5 - margin];
    const insidePx = Math.max(...shapes.map((shape) => depthOf(at, shape)));
    data[pixel * 4 + 3] = 255 * (EDGE + insidePx / RANGE_PX);
  }
  return { width: SIZE, height: SIZE, data };
}

/** Distance inside the shape; negative outside. */
function depthOf([x, y]: Corner, shape: readonly Corner[]): number {
  let isInside = false;
  let nearestSquared = Number.POSITIVE_INFINITY;
  let [ax, ay] = shape.at(-1) ?? [x, y];
  for (const [bx, by] of shape) {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const share = Math.min(1, Math.max(0, along));
    const [dx, dy] = [x - ax - share * (bx - ax), y - ay - share * (by - ay)];
    nearestSquared = Math.min(nearestSquared, dx * dx + dy * dy);
    [ax, ay] = [bx, by];
  }
  const nearest = Math.sqrt(nearestSquared);
  return isInside ? nearest : -nearest;
}
