import type { StyleSpecification } from 'maplibre-gl';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import type { Locale } from '#web/i18n/index.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import { palettes } from './palettes.ts';
import { SHIPPED_SOURCE, shippedLayers } from './shippedLayers.ts';
import { TILE_SOURCE, tileLayers } from './tileLayers.ts';

export interface BasemapOptions {
  readonly theme: MapTheme;
  readonly locale: Locale;
  /** Factor on the usual size of labels, for displays read from afar. */
  readonly labelScale: number;
  /** `none` requests no tiles; `waiting` requests them and shows the shipped land meanwhile; `shown` relies on them. */
  readonly tiles: 'none' | 'waiting' | 'shown';
}

/** Returns the map style. It is built here, so that an outage of a style host cannot blank the map. */
export function basemapStyle({ theme, locale, labelScale, tiles }: BasemapOptions): StyleSpecification {
  const palette = palettes[theme];
  const withTiles = tiles !== 'none';
  return {
    version: 8,
    sources: {
      [SHIPPED_SOURCE]: { type: 'geojson', data: '/basemap/world.geojson', attribution: 'Natural Earth' },
      ...(withTiles ? { [TILE_SOURCE]: { type: 'vector', url: `${TILE_ORIGIN}/planet` } } : {}),
    },
    layers: [
      {
        id: 'ground',
        type: 'background',
        paint: { 'background-color': tiles === 'shown' ? palette.land : palette.water },
      },
      // Tiles draw water over land; the shipped land would show through their finer coasts.
      ...(tiles === 'shown' ? [] : shippedLayers(palette, locale, labelScale)),
      ...(withTiles ? tileLayers(palette, locale, labelScale) : []),
    ],
  };
}
