import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { DEPTH_SHARE, RELIEF } from '#web/ground/land/groundTiles.ts';
import type { HeightColours, Palette } from '#web/ground/land/palettes.ts';

/** Beyond, the relief is too coarse: it fades out between the two zooms. */
const FADES = { from: 7.5, to: 8.5 } as const;
const FADING: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], FADES.from, 1, FADES.to, 0];

/** Tint by height and shade by slope: of the land, to lie under its waters. */
export function landRelief({ heights, shade, sunlit }: Palette): LayerSpecification[] {
  return [
    tint('heights', heights),
    {
      id: 'hillshade',
      type: 'hillshade',
      source: RELIEF.name,
      maxzoom: FADES.to,
      paint: {
        'hillshade-method': 'standard',
        'hillshade-illumination-direction': 315,
        'hillshade-shadow-color': shade,
        'hillshade-highlight-color': sunlit,
        'hillshade-accent-color': 'rgba(0, 0, 0, 0)',
        'hillshade-exaggeration': ['interpolate', ['linear'], ['zoom'], 5, 0.55, FADES.from, 0.7, FADES.to, 0],
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
    maxzoom: FADES.to,
    paint: {
      'color-relief-opacity': FADING,
      'color-relief-color': ['interpolate', ['linear'], ['elevation'], ...colours.flat()] as ExpressionSpecification,
    },
  };
}
