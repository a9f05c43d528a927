import DeckGL, { type DeckGLRef } from '@deck.gl/react';
import type { Device } from '@luma.gl/core';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMap } from 'react-map-gl/maplibre';
import type { MapTheme } from '#shared/picture/colours.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import type { ShownWindow } from '#web/sky/shown/ShownMoment.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import { CountTip } from './CountTip.tsx';
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
  const noteStrikes = useHandOver(map, complete);
  const { overlay, onDevice } = useRecovery(map);
  const { nowMs, windowMs, toMs, hours } = shown;
  const drawn = useMemo(() => ({ nowMs, windowMs, toMs, picked }), [nowMs, windowMs, toMs, picked]);
  const rows = useMemo(() => ({ drawn: hours ?? strikes.store }), [hours, strikes]);
  const onUpload = useCallback(
    (uploaded: number) => {
      if (!map) return;
      count(map, 'strikeUploads', 1);
      count(map, 'strikeRows', uploaded);
      noteStrikes();
    },
    [map, noteStrikes],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a layer of one overlay cannot be drawn by another
  const layers = useMemo(
    () => [new StrikePointsLayer({ id: 'strikes', rows, ...drawn, theme, iconScale, greyed, onUpload })],
    [rows, drawn, theme, iconScale, greyed, onUpload, overlay],
  );
  if (!map) return null;
  return (
    <>
      <FollowingDeck key={overlay} map={map} layers={layers} onDevice={onDevice} />
      {!hours && <CountTip map={map} strikes={strikes} drawn={drawn} iconScale={iconScale} />}
    </>
  );
}

interface FollowingDeckProps {
  readonly map: MapLibreMap;
  readonly layers: StrikePointsLayer[];
  readonly onDevice: (device: Device | undefined) => void;
}

const OVER_THE_MAP = { pointerEvents: 'none' } as const;
/** Sparks have soft edges of their own, and nothing reads the canvas back. */
const DEVICE = { type: 'webgl', webgl: { antialias: false, preserveDrawingBuffer: false } } as const;
/** What React has just given deck.gl is drawn in the next frame, or in that after it. */
const FRAMES_A_CHANGE = 3;

/** Frames for deck.gl when there is something to draw: by itself it asks for 60 a second, for ever. */
class FramesOnDemand {
  private waiting: FrameRequestCallback | undefined;
  private scheduled: number | undefined;
  private left = FRAMES_A_CHANGE;

  readonly requestAnimationFrame = (draw: FrameRequestCallback): number => {
    this.waiting = draw;
    if (this.left > 0) this.schedule();
    return 0;
  };

  readonly cancelAnimationFrame = (): void => {
    if (this.scheduled !== undefined) cancelAnimationFrame(this.scheduled);
    [this.waiting, this.scheduled] = [undefined, undefined];
  };

  readonly wake = (): void => {
    this.left = FRAMES_A_CHANGE;
    if (this.waiting) this.schedule();
  };

  private schedule(): void {
    this.scheduled ??= requestAnimationFrame((atMs) => {
      const draw = this.waiting;
      [this.waiting, this.scheduled] = [undefined, undefined];
      this.left -= 1;
      draw?.(atMs);
    });
  }
}

/** deck.gl hides its loop, which has a setting for this. */
interface WithLoop {
  readonly animationLoop: { setProps(props: { readonly animationFrameProvider: FramesOnDemand }): void } | null;
}

/** A canvas of its own over the map, in the same frame as the map: new strikes do not repaint the ground. */
const FollowingDeck = memo(({ map, layers, onDevice }: FollowingDeckProps) => {
  const deck = useRef<DeckGLRef>(null);
  const [view, setView] = useState(() => viewOf(map));
  const [frames] = useState(() => new FramesOnDemand());
  const onLoad = useCallback(() => {
    const made = deck.current?.deck as unknown as WithLoop | undefined;
    made?.animationLoop?.setProps({ animationFrameProvider: frames });
  }, [frames]);
  // After each change of its props, and of the map's size.
  useEffect(() => frames.wake());
  useEffect(() => {
    map.on('resize', frames.wake);
    return () => {
      map.off('resize', frames.wake);
    };
  }, [map, frames]);
  useEffect(() => {
    let shown = '';
    const follow = () => {
      const next = viewOf(map);
      const key = JSON.stringify(next);
      if (key === shown) return;
      shown = key;
      // At once, and drawn at once: a frame later the strikes would trail behind the ground.
      flushSync(() => setView(next));
      if (deck.current?.deck?.isInitialized) deck.current.deck.redraw('the map moved');
    };
    map.on('render', follow);
    return () => {
      map.off('render', follow);
      onDevice(undefined);
    };
  }, [map, onDevice]);
  return (
    <DeckGL
      ref={deck}
      controller={false}
      viewState={view}
      layers={layers}
      style={OVER_THE_MAP}
      deviceProps={DEVICE}
      onLoad={onLoad}
      onDeviceInitialized={onDevice}
    />
  );
});

function viewOf(map: MapLibreMap) {
  const { lng, lat } = map.getCenter();
  return { longitude: lng, latitude: lat, zoom: map.getZoom(), padding: map.getPadding() };
}

const CHECK_MS = 10_000;
/** Each overlay that was replaced leaks memory; a page that needs more of them is loaded again. */
const MAX_REPLACED_PER_HOUR = 3;

/**
 * Replaces the overlay when its WebGL context is lost: MapLibre restores itself, deck.gl 9.4 silently does not, and an
 * empty map looks like a quiet sky. On a canvas of its own, because in a shared context a new overlay stays empty too.
 * Both measured with WEBGL_lose_context.
 */
function useRecovery(map: MapLibreMap | undefined) {
  const [overlay, setOverlay] = useState(0);
  const device = useRef<Device>(undefined);
  const replacedAtMs = useRef<number[]>([]);

  const replace = useCallback(() => {
    const nowMs = systemClock.now();
    replacedAtMs.current = [...replacedAtMs.current.filter((atMs) => nowMs - atMs < HOUR_MS), nowMs];
    if (replacedAtMs.current.length > MAX_REPLACED_PER_HOUR) window.location.reload();
    else setOverlay((before) => before + 1);
  }, []);

  const onDevice = useCallback(
    (made: Device | undefined) => {
      const before = device.current;
      device.current = made;
      if (before) {
        canvasOf(before)?.removeEventListener('webglcontextlost', replace);
        // deck.gl 9.4 does not destroy its device, whose canvas goes on observing sizes. It must be done with it first.
        queueMicrotask(() => {
          before.getDefaultCanvasContext().destroy();
          before.destroy();
        });
      }
      if (!made || !map) return;
      count(map, 'overlays', 1);
      canvasOf(made)?.addEventListener('webglcontextlost', replace, { once: true });
    },
    [map, replace],
  );

  // A context may be lost without an event.
  useEffect(
    () =>
      systemTimers.every(CHECK_MS, () => {
        // On a canvas that already has a context, `getContext` returns that one.
        const canvas = device.current && canvasOf(device.current);
        if (canvas?.getContext('webgl2')?.isContextLost()) replace();
      }),
    [replace],
  );
  return { overlay, onDevice };
}

const canvasOf = (device: Device) => device.getDefaultCanvasContext().htmlCanvas;

function count(map: MapLibreMap, name: string, by: number): void {
  const { dataset } = map.getContainer();
  dataset[name] = String(Number(dataset[name] ?? 0) + by);
}
