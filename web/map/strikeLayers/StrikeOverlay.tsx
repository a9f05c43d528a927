import DeckGL, { type DeckGLRef } from '@deck.gl/react';
import type { Device } from '@luma.gl/core';
import type { MapLibreEvent, Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/Clock.ts';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercator.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { HOUR_MS } from '#shared/time.ts';
import { LAND, WORLD } from '#web/ground/land/groundTiles.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/map/kit/marks.module.css';
import { PAINTED } from '#web/map/renderWatchdog/holdFrames.ts';
import { systemTimers } from '#web/sky/FeedConnection.ts';
import { countAround } from '#web/sky/findStrikes.ts';
import type { VisibleWindow } from '#web/sky/Playhead.ts';
import { countText } from '#web/sky/placeText.ts';
import { afterFrames, endPreview, markFirstStrikes, previewElement } from '#web/sky/previewElement.ts';
import type { HeldStrikes } from '#web/sky/StrikeStore.ts';
import { type RenderedWindow, renderedAges, StrikePointsLayer } from './StrikePointsLayer.ts';

const CHECK_MS = 250;
const nextFrame = () => new Promise<void>((resolve) => afterFrames(0, resolve));

/** Removes the preview two frames after the map shows as much. Call the result when strikes reach the GPU. */
function useHandOver(map: MapLibreMap | undefined, skyKnown: boolean): () => void {
  const known = useRef(skyKnown);
  const strikesRendered = useRef(false);
  const check = useRef(() => {});
  useEffect(() => {
    known.current = skyKnown;
    check.current();
  }, [skyKnown]);
  useEffect(() => {
    if (!map || !previewElement()) return;
    let groundRendered = false;
    let firstFrameAtMs: number | undefined;
    const stop = () => {
      clearInterval(timer);
      check.current = () => {};
      map.getContainer().removeEventListener(PAINTED, onPainted);
      map.off('move', onMove);
    };
    const startedAt = map.getCenter();
    const startedZoom = map.getZoom();
    // Over another place the preview's strikes would be wrong. A resize does not move the map.
    const onMove = () => {
      if (map.getZoom() === startedZoom && map.getCenter().distanceTo(startedAt) < 1) return;
      stop();
      endPreview();
    };
    check.current = () => {
      if (firstFrameAtMs === undefined) return;
      const ageMs = performance.now() - firstFrameAtMs;
      const progress = { strikesRendered: strikesRendered.current, skyKnown: known.current, groundRendered, ageMs };
      if (!handOverDue(progress)) return;
      stop();
      void gpuDone(map.getContainer().querySelectorAll('canvas'), nextFrame).then(() => afterFrames(2, endPreview));
    };
    const onPainted = () => {
      firstFrameAtMs ??= performance.now();
      groundRendered ||= [LAND.name, WORLD].every((name) => !map.getSource(name) || map.isSourceLoaded(name));
      check.current();
    };
    const timer = setInterval(() => check.current(), CHECK_MS);
    map.getContainer().addEventListener(PAINTED, onPainted);
    map.on('move', onMove);
    return stop;
  }, [map]);
  return useRef(() => {
    strikesRendered.current = true;
    markFirstStrikes();
    check.current();
  }).current;
}

/** Two seconds; a slower GPU is shown while it is still rendering. */
const MOST_FRAMES = 120;

/** Resolves once the canvases are rendered. With software rendering, a frame before that would block the page. */
async function gpuDone(canvases: Iterable<HTMLCanvasElement>, nextFrame: () => Promise<void>): Promise<void> {
  const waits = [...canvases].flatMap((canvas) => {
    // On a canvas that already has a context, `getContext` returns that one.
    const gl = canvas.getContext('webgl2');
    const sync = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    return gl && sync ? [{ gl, sync }] : [];
  });
  for (const { gl, sync } of waits) {
    for (let frame = 0; frame < MOST_FRAMES && !gl.isContextLost(); frame += 1) {
      if (gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED) break;
      await nextFrame();
    }
    gl.deleteSync(sync);
  }
}

export interface MapProgress {
  readonly strikesRendered: boolean;
  /** True if an empty map means that nothing struck. */
  readonly skyKnown: boolean;
  readonly groundRendered: boolean;
  /** Since its first frame. */
  readonly ageMs: number;
}

/** After this long the map takes over, even without slices or ground. */
const MAX_TIMEOUT_MS = 3_000;

export function handOverDue({ strikesRendered, skyKnown, groundRendered, ageMs }: MapProgress): boolean {
  return ((strikesRendered || skyKnown) && groundRendered) || ageMs >= MAX_TIMEOUT_MS;
}

/** With fewer strikes in one spot, opening one shows the others. */
const COUNT_FROM = 4;
/** Half a side of the square in which strikes are counted, in CSS pixels. */
const REACH_PX = 12;

interface CountTipProps {
  readonly map: MapLibreMap;
  readonly strikes: HeldStrikes;
  readonly rendered: RenderedWindow;
  readonly iconScale: number;
}

/** A position on the screen and in 32-bit Mercator. */
interface Pointed {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
}

/** Shows how many strikes lie under the pointer, or with the keyboard under the middle of the map. */
function CountTip({ map, strikes, rendered: renderedWindow, iconScale }: CountTipProps) {
  const { LL } = useTexts();
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => {
    const point = ({ lngLat, point: { x: left, y: top } }: Pick<MapMouseEvent, 'lngLat' | 'point'>) => {
      setPointed({ left, top, x: mercatorFixedX(lngLat.lng), y: mercatorFixedY(lngLat.lat) });
    };
    // With the keyboard, the middle of the map is the pointer.
    const arrive = ({ originalEvent }: MapLibreEvent<unknown>) => {
      const lngLat = map.getCenter();
      if (originalEvent instanceof KeyboardEvent) point({ lngLat, point: map.project(lngLat) });
    };
    const hide = () => setPointed(undefined);
    map.on('mousemove', point);
    map.on('click', point);
    map.on('mouseout', hide);
    map.on('movestart', hide);
    map.on('moveend', arrive);
    return () => {
      map.off('mousemove', point);
      map.off('click', point);
      map.off('mouseout', hide);
      map.off('movestart', hide);
      map.off('moveend', arrive);
    };
  }, [map]);
  if (!pointed) return null;
  const { store } = strikes;
  const reach = (REACH_PX * iconScale * 2 ** 32) / (512 * 2 ** map.getZoom());
  const counts = countAround(store, renderedAges(renderedWindow, store.epochMs), pointed, reach);
  if (counts.total < COUNT_FROM) return null;
  return (
    <p className={styles.countTip} style={{ left: pointed.left, top: pointed.top }} role="status" data-count-tip>
      {countText(counts, LL)}
    </p>
  );
}

interface StrikeOverlayProps {
  readonly strikes: HeldStrikes;
  readonly visible: VisibleWindow;
  readonly picked: RenderedWindow['picked'];
  readonly theme: MapTheme;
  readonly iconScale: number;
  readonly greyed: boolean;
  readonly complete: boolean;
}

/**
 * Draws strikes, or hourly counts of the past as one spark a tile and hour. For tests and operators it counts GPU writes and
 * overlays on the map's element: `data-strike-uploads`, `data-strike-rows`, `data-overlays`.
 */
export function StrikeOverlay({
  visible: visibleWindow,
  strikes,
  picked,
  theme,
  iconScale,
  greyed,
  complete,
}: StrikeOverlayProps) {
  const map = useMap().current?.getMap();
  const noteStrikes = useHandOver(map, complete);
  const { overlay, onDevice } = useRecovery(map);
  const { nowMs, windowMs, toMs, hours } = visibleWindow;
  const rendered = useMemo(() => ({ nowMs, windowMs, toMs, picked }), [nowMs, windowMs, toMs, picked]);
  const rows = useMemo(() => ({ rendered: hours ?? strikes.store }), [hours, strikes]);
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
    () => [new StrikePointsLayer({ id: 'strikes', rows, ...rendered, theme, iconScale, greyed, onUpload })],
    [rows, rendered, theme, iconScale, greyed, onUpload, overlay],
  );
  if (!map) return null;
  return (
    <>
      <FollowingDeck key={overlay} map={map} layers={layers} onDevice={onDevice} />
      {!hours && <CountTip map={map} strikes={strikes} rendered={rendered} iconScale={iconScale} />}
    </>
  );
}

interface FollowingDeckProps {
  readonly map: MapLibreMap;
  readonly layers: StrikePointsLayer[];
  readonly onDevice: (device: Device | undefined) => void;
}

const OVER_THE_MAP = { pointerEvents: 'none' } as const;
/** Sparks have soft edges already, and nothing reads the canvas back. */
const DEVICE = { type: 'webgl', webgl: { antialias: false, preserveDrawingBuffer: false } } as const;
/** React's changes reach deck.gl's next frame, or the one after it. */
const FRAMES_A_CHANGE = 3;

/** Requests frames for deck.gl only when there is something to draw; by default it runs at 60 a second for ever. */
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

/** deck.gl does not expose its animation loop, which has a setting for this. */
interface WithLoop {
  readonly animationLoop: { setProps(props: { readonly animationFrameProvider: FramesOnDemand }): void } | null;
}

/** A separate canvas over the map, in the same frame as the map: new strikes do not repaint the ground. */
const FollowingDeck = memo(({ map, layers, onDevice }: FollowingDeckProps) => {
  const deck = useRef<DeckGLRef>(null);
  const [view, setView] = useState(() => viewOf(map));
  const [frames] = useState(() => new FramesOnDemand());
  const onLoad = useCallback(() => {
    const withLoop = deck.current?.deck as unknown as WithLoop | undefined;
    withLoop?.animationLoop?.setProps({ animationFrameProvider: frames });
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
    let renderedKey = '';
    const follow = () => {
      const next = viewOf(map);
      const key = JSON.stringify(next);
      if (key === renderedKey) return;
      renderedKey = key;
      // Update and redraw synchronously: a frame later the strikes would trail behind the ground.
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

const LOST_CHECK_MS = 10_000;
/** Each replaced overlay leaks memory; a page that needs more of them is reloaded. */
const MAX_REPLACED_PER_HOUR = 3;

/**
 * Replaces the overlay when its WebGL context is lost: MapLibre restores itself, deck.gl 9.4 silently does not, and an
 * empty map looks like a quiet sky. It has its own canvas, because in a shared context a new overlay stays empty too.
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
    (created: Device | undefined) => {
      const before = device.current;
      device.current = created;
      if (before) {
        canvasOf(before)?.removeEventListener('webglcontextlost', replace);
        // deck.gl 9.4 does not destroy its device, whose canvas keeps observing sizes. deck.gl must end first.
        queueMicrotask(() => {
          before.getDefaultCanvasContext().destroy();
          before.destroy();
        });
      }
      if (!created || !map) return;
      count(map, 'overlays', 1);
      canvasOf(created)?.addEventListener('webglcontextlost', replace, { once: true });
    },
    [map, replace],
  );

  // A context may be lost without an event.
  useEffect(
    () =>
      systemTimers.every(LOST_CHECK_MS, () => {
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
