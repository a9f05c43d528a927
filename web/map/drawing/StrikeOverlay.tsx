import { useEffect, useMemo, useRef, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { MapTheme } from '#shared/picture/colours.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { useDrawnPast } from '#web/sky/shown/past.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import { CrowdCellsLayer } from './CrowdCellsLayer.ts';
import { CrowdTip } from './CrowdTip.tsx';
import { OverlayKeeper } from './OverlayKeeper.ts';
import { StrikePointsLayer } from './StrikePointsLayer.ts';
import { useCrowds } from './useCrowds.ts';
import { useHandOver } from './useHandOver.ts';

export interface StrikeOverlayProps {
  readonly strikes: HeldStrikes;
  /** The server's time. */
  readonly drawnNowMs: number;
  /** Older strikes are not drawn. */
  readonly drawnFromMs: number;
  /** Nor are those from here on. */
  readonly toMs: number;
  readonly picked: { readonly fromMs: number; readonly toMs: number } | undefined;
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  /** Whether every slice of the view has been read. */
  readonly complete: boolean;
}

/**
 * Draws the strikes over the map, and in their place crowds where there are many. GPU writes, counts of crowds and overlays are counted on the map's element (`data-strike-uploads`,
 * `data-strike-rows`, `data-crowd-counts`, `data-overlays`), for the tests and for operators of wall displays.
 */
export function StrikeOverlay(props: StrikeOverlayProps) {
  const { strikes, picked, theme, iconScale, greyed, complete } = props;
  // While the moment moves, only this follows it: all else would take longer than a frame.
  const past = useDrawnPast();
  const drawnNowMs = past?.atMs ?? props.drawnNowMs;
  const drawnWindowMs = past?.windowMs ?? drawnNowMs - props.drawnFromMs;
  const toMs = past?.atMs ?? props.toMs;
  const map = useMap().current?.getMap();
  const keeper = useRef<OverlayKeeper | undefined>(undefined);
  const [rebuilds, setRebuilds] = useState(0);
  const noteStrikes = useHandOver(map, complete);
  const shown = useMemo(
    () => ({ nowMs: drawnNowMs, windowMs: drawnWindowMs, picked, toMs }),
    [drawnNowMs, drawnWindowMs, picked, toMs],
  );
  const ofStrikes = useCrowds(map, strikes, shown, iconScale);
  const crowds = past?.crowds ?? ofStrikes;

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
      new CrowdCellsLayer({ id: 'crowds', crowds: crowds ?? ofStrikes, theme, greyed }),
      new StrikePointsLayer({
        id: 'strikes',
        visible: crowds === ofStrikes,
        strikes,
        crowds: ofStrikes,
        ...shown,
        theme,
        iconScale,
        greyed,
        onUpload,
      }),
    ]);
  }, [map, strikes, crowds, ofStrikes, shown, theme, iconScale, greyed, rebuilds, noteStrikes]);

  return map && crowds && <CrowdTip map={map} crowds={crowds} />;
}

function count(element: HTMLElement, name: string, by: number): void {
  element.dataset[name] = String(Number(element.dataset[name] ?? 0) + by);
}
