import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { LAND, LINES, RIVERS, TOWNS, WORLD } from '#web/ground/land/groundTiles.ts';
import type { Palette } from '#web/ground/land/palettes.ts';
import { settlements } from './nameLayers.ts';

export const RELIEF = 'relief';

/** In closer views the relief is too coarse: it fades from here, and ends where streets begin. */
const SOFTENS = { from: 7.5, to: 8.5, share: 0.75 } as const;
const ENDS = { from: 12.5, to: 13 } as const;

/** Tints by height and depth, and shading by slope, in one picture: over land and sea, visible where it is clear. */
function relief(): LayerSpecification {
  const { from, to, share } = SOFTENS;
  return {
    id: 'relief',
    type: 'raster',
    source: RELIEF,
    maxzoom: ENDS.to,
    paint: {
      'raster-opacity': ['interpolate', ['linear'], ['zoom'], from, 1, to, share, ENDS.from, share, ENDS.to, 0],
      'raster-fade-duration': 0,
    },
  };
}

const BORDER_WIDTH: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 0.6, 6, 1.1, 11, 2];
const LEVEL: ExpressionSpecification = ['get', 'level'];
/** By level, from the great rivers to intermittent ones. */
const RIVER_WIDTH: ExpressionSpecification = [
  'interpolate',
  ['exponential', 1.3],
  ['zoom'],
  5,
  ['match', LEVEL, 1, 1, 0.6],
  8,
  ['match', LEVEL, 1, 2.2, 2, 1.6, 3, 1.1, 0.7],
  12,
  ['match', LEVEL, 1, 5, 2, 4, 3, 3, 2],
];
const ROUND = { 'line-join': 'round', 'line-cap': 'round' } as const;

/** Sea and land share a file: until it has loaded the canvas has the ground's colour. */
interface ShippedLayers {
  readonly ground: LayerSpecification[];
  readonly lines: LayerSpecification[];
}

export interface ShippedParts {
  /** Relief, rivers and built-up areas, which are requested after the strikes. */
  readonly detail: boolean;
  /** The coarse ground of the whole world. */
  readonly world: boolean;
}

/** The shipped ground: coarse for the world, then fine for the region. */
export function shippedLayers(palette: Palette, { detail, world }: ShippedParts): ShippedLayers {
  const { land } = palette;
  return {
    ground: [
      ...(world ? coarse(palette) : []),
      { id: 'land', type: 'fill', source: LAND.name, 'source-layer': 'land', paint: { 'fill-color': land } },
      waters('shipped-water', palette),
      // Inland waters lie over the relief, whose tints are coarser than their shores, and over the rivers in them.
      ...(detail
        ? [
            relief(),
            towns(palette),
            ...settlements(palette),
            rivers(palette),
            { ...waters('shipped-lake', palette), filter: ['==', ['get', 'lake'], true] as FilterSpecification },
          ]
        : []),
    ],
    lines: lines(palette),
  };
}

function coarse({ water, land, border }: Palette): LayerSpecification[] {
  const shared = (kind: string) => ({
    source: WORLD,
    filter: ['==', ['get', 'kind'], kind] as FilterSpecification,
  });
  const paint = { 'line-color': border, 'line-width': BORDER_WIDTH };
  return [
    { id: 'world-sea', type: 'fill', ...shared('sea'), paint: { 'fill-color': water } },
    { id: 'world-land', type: 'fill', ...shared('land'), paint: { 'fill-color': land } },
    { id: 'world-border', type: 'line', ...shared('border'), paint },
    {
      id: 'world-border-disputed',
      type: 'line',
      ...shared('disputed'),
      paint: { ...paint, 'line-dasharray': [3, 3] },
    },
  ];
}

function waters(id: string, { water }: Palette): Extract<LayerSpecification, { type: 'fill' }> {
  return { id, type: 'fill', source: LAND.name, 'source-layer': 'water', paint: { 'fill-color': water } };
}

const TOWNS_END = { from: 9.5, to: 10.5 } as const;

function towns({ town }: Palette): LayerSpecification {
  return {
    id: 'shipped-town',
    type: 'fill',
    source: TOWNS.name,
    'source-layer': 'town',
    maxzoom: TOWNS_END.to,
    // In closer views their coarse edges would show: `settlements` replace them.
    paint: {
      'fill-color': town,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], TOWNS_END.from, 1, TOWNS_END.to, 0],
    },
  };
}

function rivers({ river }: Palette): LayerSpecification {
  return {
    id: 'shipped-river',
    type: 'line',
    source: RIVERS.name,
    'source-layer': 'river',
    filter: ['<=', LEVEL, ['step', ['zoom'], 2, 6, 3, 7, 4, 8, 5]],
    layout: ROUND,
    paint: { 'line-color': river, 'line-width': RIVER_WIDTH },
  };
}

function lines({ coast, region, border }: Palette): LayerSpecification[] {
  const paint = { 'line-color': border, 'line-width': BORDER_WIDTH };
  const disputed: FilterSpecification = ['==', ['get', 'disputed'], true];
  return [
    {
      id: 'shipped-region',
      type: 'line',
      source: LINES.name,
      'source-layer': 'region',
      paint: {
        'line-color': region,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 11, 1.2],
        'line-dasharray': [4, 3],
      },
    },
    {
      id: 'coast',
      type: 'line',
      source: LAND.name,
      'source-layer': 'water',
      layout: ROUND,
      paint: { 'line-color': coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.7, 11, 1.3] },
    },
    {
      id: 'border',
      type: 'line',
      source: LINES.name,
      'source-layer': 'border',
      filter: ['!', disputed],
      layout: ROUND,
      paint,
    },
    {
      id: 'border-disputed',
      type: 'line',
      source: LINES.name,
      'source-layer': 'border',
      filter: disputed,
      paint: { ...paint, 'line-dasharray': [3, 3] },
    },
  ];
}
