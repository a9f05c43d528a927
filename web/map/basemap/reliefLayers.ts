import type { LayerSpecification } from 'maplibre-gl';

export const RELIEF = 'relief';

/** Closer, the relief is too coarse to be seen sharp: it goes on softer, and ends where streets begin. */
const SOFTENS = { from: 7.5, to: 8.5, share: 0.75 } as const;
const ENDS = { from: 12.5, to: 13 } as const;

/** Tints by height and depth, and shade by slope, in one picture: over land and sea, which show where it is clear. */
export function relief(): LayerSpecification {
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
