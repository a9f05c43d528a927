import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { DEPTH_SHARE, RELIEF } from '#web/ground/land/groundTiles.ts';
import type { HeightColours, Palette } from '#web/ground/land/palettes.ts';

/** Closer, the relief is too coarse to be seen sharp: it goes on softer, and ends where streets begin. */
const SOFTENS = { from: 7.5, to: 8.5, share: 0.6 } as const;
const ENDS = { from: 12.5, to: 13 } as const;
const softened = (share: number): ExpressionSpecification => {
  const soft = share * SOFTENS.share;
  return ['interpolate', ['linear'], ['zoom'], SOFTENS.from, share, SOFTENS.to, soft, ENDS.from, soft, ENDS.to, 0];
};

/** Tint by height and shade by slope: of the land, to lie under its waters. */
export function landRelief({ heights, shade, sunlit }: Palette): LayerSpecification[] {
  return [
    tint('heights', heights),
    {
      id: 'hillshade',
      type: 'hillshade',
      source: RELIEF.name,
      maxzoom: ENDS.to,
      paint: {
        'hillshade-method': 'standard',
        'hillshade-illumination-direction': 315,
        'hillshade-shadow-color': shade,
        'hillshade-highlight-color': sunlit,
        'hillshade-accent-color': 'rgba(0, 0, 0, 0)',
        'hillshade-exaggeration': softened(0.7),
      },
    },
  ];
}

/** Tint by depth, to lie over the sea. */
export function seaRelief({ depths }: Palette): LayerSpecification[] {
  return [
    tint(
      'depths',
      depths.map(([metres, colour]) => [metres * DEPTH_SHARE, colour]),
    ),
  ];
}

function tint(id: string, colours: HeightColours): LayerSpecification {
  return {
    id,
    type: 'color-relief',
    source: RELIEF.name,
    maxzoom: ENDS.to,
    paint: {
      'color-relief-opacity': softened(1),
      'color-relief-color': ['interpolate', ['linear'], ['elevation'], ...colours.flat()] as ExpressionSpecification,
    },
  };
}
