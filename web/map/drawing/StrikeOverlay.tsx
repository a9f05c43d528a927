import { useEffect, useMemo, useRef, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { MapTheme } from '#shared/picture/colours.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import type { ShownWindow } from '#web/sky/shown/ShownMoment.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import { CountTip } from './CountTip.tsx';
import { OverlayKeeper } from './OverlayKeeper.ts';
import { StrikePointsLayer } from './StrikePointsLayer.ts';
import type { DrawnWindow } from './shaderInputs.ts';
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
 * Draws strikes, or hourly counts of the past as one spark a tile and hour. For tests and operators it counts GPU writes and
 * overlays on the map's element: `data-strike-uploads`, `data-strike-rows`, `data-overlays`.
 */
export function StrikeOverlay({ shown, strikes, picked, theme, iconScale, greyed, complete }: StrikeOverlayProps) {
  const map = useMap().current?.getMap();
  const keeper = useRef<OverlayKeeper | undefined>(undefined);
  const [rebuilds, setRebuilds] = useState(0);
  const noteStrikes = useHandOver(map, complete);
  const { nowMs, windowMs, toMs, hours } = shown;
  const drawn = useMemo(() => ({ nowMs, windowMs, toMs, picked }), [nowMs, windowMs, toMs, picked]);
  const rows = useMemo(() => ({ drawn: hours ?? strikes.store }), [hours, strikes]);

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a rebuilt overlay needs its layer again
  useEffect(() => {
    if (!map) return;
    const onUpload = (uploaded: number) => {
      count(map.getContainer(), 'strikeUploads', 1);
      count(map.getContainer(), 'strikeRows', uploaded);
      noteStrikes();
    };
    keeper.current?.setLayers([
      new StrikePointsLayer({ id: 'strikes', rows, ...drawn, theme, iconScale, greyed, onUpload }),
    ]);
  }, [map, rows, drawn, theme, iconScale, greyed, rebuilds, noteStrikes]);

  return map && !hours && <CountTip map={map} strikes={strikes} drawn={drawn} iconScale={iconScale} />;
}

function count(element: HTMLElement, name: string, by: number): void {
  element.dataset[name] = String(Number(element.dataset[name] ?? 0) + by);
}
