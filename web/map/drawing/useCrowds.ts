import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { CrowdsOfStrikes } from '#web/sky/strikes/CountedCrowds.ts';
import { Crowds, crowdLevel } from '#web/sky/strikes/Crowds.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import { type DrawnWindow, drawnScope } from './drawnScope.ts';

/** Returns where strikes crowd; counted again only if strikes, window or the grid's level change, never for a frame. */
export function useCrowds(
  map: MapLibreMap | undefined,
  strikes: HeldStrikes,
  { nowMs, windowMs, picked, toMs }: DrawnWindow,
  markScale: number,
): CrowdsOfStrikes | undefined {
  const level = useCrowdLevel(map, markScale);
  const [crowds] = useState(() => new Crowds());
  return useMemo(() => {
    if (level === undefined) return undefined;
    const { store } = strikes;
    const scope = { level, ...drawnScope({ nowMs, windowMs, picked, toMs }, store.epochMs) };
    crowds.count(store.drawn, store.length, scope, store.generation);
    return { crowds, scope, rows: store.length };
  }, [crowds, strikes, level, nowMs, windowMs, picked, toMs]);
}

function useCrowdLevel(map: MapLibreMap | undefined, markScale: number): number | undefined {
  const [level, setLevel] = useState<number>();
  useEffect(() => {
    if (!map) return;
    const read = () => setLevel(crowdLevel(map.getZoom(), markScale));
    read();
    map.on('zoom', read);
    return () => {
      map.off('zoom', read);
    };
  }, [map, markScale]);
  return level;
}
