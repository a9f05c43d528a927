import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { groundSources } from './groundSources.ts';
import { overShippedLand } from './ownTiles.ts';
import { shippedLayers } from './shippedLayers.ts';
import { TILE_SOURCE, tileLayers } from './tileLayers.ts';

export interface BasemapOptions {
  readonly theme: MapTheme;
  readonly locale: Locale;
  /** Factor on the usual size of labels, for displays read from afar. */
  readonly labelScale: number;
  /** `none` requests no tiles; `waiting` requests them and shows the shipped land meanwhile; `shown` relies on them. */
  readonly tiles: 'none' | 'waiting' | 'shown';
  /** Tiles come from this deployment, not from the tile host. */
  readonly ownTiles?: boolean;
  /** Ids that layers of the map's parts are put before: in the given order, below and above the names of places. */
  readonly anchors?: { readonly underNames: readonly string[]; readonly overNames: readonly string[] };
}

/** Returns the map style. It is built here, so that an outage of a style host cannot blank the map. */
export function basemapStyle({
  theme,
  locale,
  labelScale,
  tiles,
  ownTiles = false,
  anchors = { underNames: [], overNames: [] },
}: BasemapOptions): StyleSpecification {
  const palette = palettes[theme];
  const withTiles = tiles !== 'none';
  const shipped = shippedLayers(palette, locale, labelScale);
  const drawn = withTiles ? tileLayers(palette, locale, labelScale) : [];
  // The host's tiles draw water over land; the shipped land would show through their finer coasts.
  const tilesAlone = tiles === 'shown' && !ownTiles;
  const ground = ownTiles ? overShippedLand(shipped, drawn) : [...(tilesAlone ? [] : shipped), ...drawn];
  return {
    version: 8,
    sources: {
      ...groundSources(),
      ...(withTiles
        ? { [TILE_SOURCE]: { type: 'vector', url: ownTiles ? apiPaths.basemap : `${TILE_ORIGIN}/planet` } }
        : {}),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.land } },
      ...ground.filter(({ type }) => type !== 'symbol'),
      ...anchors.underNames.map(anchor),
      ...ground.filter(({ type }) => type === 'symbol'),
      ...anchors.overNames.map(anchor),
    ],
  };
}

/** Draws nothing, and keeps a place in the order of layers. */
function anchor(id: string): LayerSpecification {
  return { id, type: 'background', layout: { visibility: 'none' } };
}
