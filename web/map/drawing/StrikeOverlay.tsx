import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { MapTheme } from '#shared/picture/colours.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import type { ShownWindow } from '#web/sky/shown/ShownMoment.ts';
import { Crowds, type CrowdsOfStrikes, crowdLevel } from '#web/sky/strikes/Crowds.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import { CrowdsLayer } from './CrowdsLayer.ts';
import { CrowdTip } from './CrowdTip.tsx';
import { OverlayKeeper } from './OverlayKeeper.ts';
import { StrikePointsLayer } from './StrikePointsLayer.ts';
import { type DrawnWindow, drawnScope } from './shaderInputs.ts';
import { useHandOver } from './useHandOver.ts';

interface StrikeOverlayProps {
  readonly strikes: HeldStrikes;
  readonly shown: ShownWindow;
  readonly picked: DrawnWindow['picked'];
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  readonly complete: boolean;
}

/**
 * Draws strikes, or crowds where there are many. For tests and operators it counts GPU writes, counts of crowds and
 * overlays on the map's element: `data-strike-uploads`, `data-strike-rows`, `data-crowd-counts`, `data-overlays`.
 */
export function StrikeOverlay({ shown, strikes, picked, theme, iconScale, greyed, complete }: StrikeOverlayProps) {
  const map = useMap().current?.getMap();
  const keeper = useRef<OverlayKeeper | undefined>(undefined);
  const [rebuilds, setRebuilds] = useState(0);
  const noteStrikes = useHandOver(map, complete);
  const { nowMs, windowMs, toMs } = shown;
  const drawn = useMemo(() => ({ nowMs, windowMs, toMs, picked }), [nowMs, windowMs, toMs, picked]);
  const ofStrikes = useCrowds(map, strikes, drawn, iconScale);
  const crowds = shown.crowds ?? ofStrikes;

  useEffect(() => {
    if (!map) return;
    const kept = new OverlayKeeper({
      map,
      clock: systemClock,
      timers: systemTimers,
      onRebuilt: () => {
        count(map.getContainer(), 'overlays', 1);
        setRebuilds((before) => before + 1);
      },
      onHopeless: () => window.location.reload(),
    });
    count(map.getContainer(), 'overlays', 1);
    keeper.current = kept;
    return () => {
      keeper.current = undefined;
      kept.remove();
    };
  }, [map]);

  useEffect(() => {
    if (map && crowds) count(map.getContainer(), 'crowdCounts', 1);
  }, [map, crowds]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a rebuilt overlay needs its layer again
  useEffect(() => {
    if (!map || !ofStrikes) return;
    const onUpload = (rows: number) => {
      count(map.getContainer(), 'strikeUploads', 1);
      count(map.getContainer(), 'strikeRows', rows);
      noteStrikes();
    };
    keeper.current?.setLayers([
      new CrowdsLayer({ id: 'crowds', crowds: crowds ?? ofStrikes, theme, greyed }),
      new StrikePointsLayer({
        id: 'strikes',
        visible: crowds === ofStrikes,
        strikes,
        crowds: ofStrikes,
        ...drawn,
        theme,
        iconScale,
        greyed,
        onUpload,
      }),
    ]);
  }, [map, strikes, crowds, ofStrikes, drawn, theme, iconScale, greyed, rebuilds, noteStrikes]);

  return map && crowds && <CrowdTip map={map} crowds={crowds} />;
}

function count(element: HTMLElement, name: string, by: number): void {
  element.dataset[name] = String(Number(element.dataset[name] ?? 0) + by);
}

/** Counts crowds again only if strikes, window or the grid's level change, never for a frame. */
function useCrowds(
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
    return { crowds, scope, rows: store.length, drawnAs: 'spots' };
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
