import type { ErrorEvent, MapSourceDataEvent } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import type { Clock } from '#shared/time/Clock.ts';
import { type TileHealth, tileArrived, tileMissed, tilesAsked, tilesLater } from './tileHealth.ts';
import { TILE_SOURCE } from './tileLayers.ts';

const CHECK_MS = 5_000;

/** Watches the tile host through a map's events; pass `onSourceData` and `onError` to the map. */
export function useTileHealth(clock: Clock) {
  const [health, setHealth] = useState<TileHealth>(() => tilesAsked(clock.now()));
  useEffect(() => {
    const handle = setInterval(() => setHealth((held) => tilesLater(held, clock.now())), CHECK_MS);
    return () => clearInterval(handle);
  }, [clock]);
  const onSourceData = useCallback((event: MapSourceDataEvent) => {
    if (event.sourceId !== TILE_SOURCE || !event.tile) return;
    const allThere = event.isSourceLoaded === true;
    setHealth((held) => tileArrived(held, allThere));
  }, []);
  const onError = useCallback(
    (event: ErrorEvent & { readonly sourceId?: string }) => {
      if (event.sourceId === TILE_SOURCE) setHealth((held) => tileMissed(held, clock.now()));
    },
    [clock],
  );
  return { tiles: health.state, onSourceData, onError };
}
