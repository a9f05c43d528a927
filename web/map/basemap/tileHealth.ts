import type { ErrorEvent, MapSourceDataEvent } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import type { Clock } from '#shared/Clock.ts';
import { TILE_SOURCE } from './tileLayers.ts';

/** After this long without success the visitor is notified, and no tile is requested for `RETRY_MS`. */
const TIMEOUT_MS = 20_000;
const RETRY_MS = 5 * 60_000;

/** State of the tile host. `resting` requests no tiles, to spare a host that is down and the visitor's console. */
interface TileHealth {
  readonly state: 'waiting' | 'shown' | 'resting';
  readonly failingSinceMs: number | null;
}

export function requestedTiles(nowMs: number): TileHealth {
  return { state: 'waiting', failingSinceMs: nowMs };
}

/** `allThere`: no tile of the view is missing. Until then the shipped land stays under the tiles. */
export function tileArrived(health: TileHealth, allThere: boolean): TileHealth {
  // Late event from a removed source: keep resting.
  if (health.state === 'resting') return health;
  const state = health.state === 'waiting' && allThere ? 'shown' : health.state;
  return health.state === state && health.failingSinceMs === null ? health : { state, failingSinceMs: null };
}

export function tileMissed(health: TileHealth, nowMs: number): TileHealth {
  return health.failingSinceMs === null ? { ...health, failingSinceMs: nowMs } : health;
}

export function tilesLater(health: TileHealth, nowMs: number): TileHealth {
  const failingMs = health.failingSinceMs === null ? 0 : nowMs - health.failingSinceMs;
  if (health.state !== 'resting' && failingMs >= TIMEOUT_MS) return { state: 'resting', failingSinceMs: nowMs };
  return health.state === 'resting' && failingMs >= RETRY_MS ? requestedTiles(nowMs) : health;
}

const CHECK_MS = 5_000;

/** Watches the tile host through a map's events; pass `onSourceData` and `onError` to the map. */
export function useTileHealth(clock: Clock) {
  const [health, setHealth] = useState<TileHealth>(() => requestedTiles(clock.now()));
  useEffect(() => {
    const handle = setInterval(() => setHealth((held) => tilesLater(held, clock.now())), CHECK_MS);
    return () => clearInterval(handle);
  }, [clock]);
  const onSourceData = useCallback((event: MapSourceDataEvent) => {
    // Wide views need no tiles: there the host's metadata is enough.
    if (event.sourceId !== TILE_SOURCE || !(event.tile || event.sourceDataType === 'metadata')) return;
    const allThere = event.tile !== undefined && event.isSourceLoaded === true;
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
