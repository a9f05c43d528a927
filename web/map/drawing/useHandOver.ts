import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { LAND, WORLD } from '#web/ground/land/groundTiles.ts';
import { PAINTED } from '#web/map/drawn/holdFrames.ts';
import { afterFrames, endPreview, markFirstStrikes, previewElement } from '#web/sky/handOver/previewElement.ts';

const CHECK_MS = 250;
const nextFrame = () => new Promise<void>((resolve) => afterFrames(0, resolve));

/** Removes the preview two frames after the map shows as much. Call the result when strikes were given to the GPU. */
export function useHandOver(map: MapLibreMap | undefined, skyKnown: boolean): () => void {
  const known = useRef(skyKnown);
  const strikesDrawn = useRef(false);
  const check = useRef(() => {});
  useEffect(() => {
    known.current = skyKnown;
    check.current();
  }, [skyKnown]);
  useEffect(() => {
    if (!map || !previewElement()) return;
    let groundDrawn = false;
    let firstFrameAtMs: number | undefined;
    const stop = () => {
      clearInterval(timer);
      check.current = () => {};
      map.getContainer().removeEventListener(PAINTED, onPainted);
      map.off('move', onMove);
    };
    const startedAt = map.getCenter();
    const startedZoom = map.getZoom();
    // Over another place the preview's strikes would be wrong. A new size moves nothing.
    const onMove = () => {
      if (map.getZoom() === startedZoom && map.getCenter().distanceTo(startedAt) < 1) return;
      stop();
      endPreview();
    };
    check.current = () => {
      if (firstFrameAtMs === undefined) return;
      const ageMs = performance.now() - firstFrameAtMs;
      const progress = { strikesDrawn: strikesDrawn.current, skyKnown: known.current, groundDrawn, ageMs };
      if (!handOverDue(progress)) return;
      stop();
      void gpuDone(map.getContainer().querySelectorAll('canvas'), nextFrame).then(() => afterFrames(2, endPreview));
    };
    const onPainted = () => {
      firstFrameAtMs ??= performance.now();
      groundDrawn ||= [LAND.name, WORLD].every((name) => !map.getSource(name) || map.isSourceLoaded(name));
      check.current();
    };
    const timer = setInterval(() => check.current(), CHECK_MS);
    map.getContainer().addEventListener(PAINTED, onPainted);
    map.on('move', onMove);
    return stop;
  }, [map]);
  return useRef(() => {
    strikesDrawn.current = true;
    markFirstStrikes();
    check.current();
  }).current;
}

/** Two seconds: a card that takes longer is shown at work. */
const MOST_FRAMES = 120;

/** Resolves once the canvases are drawn: before that, a frame holds up the page where the card is software. */
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
  readonly strikesDrawn: boolean;
  /** An empty map is an empty sky. */
  readonly skyKnown: boolean;
  readonly groundDrawn: boolean;
  /** Since its first frame. */
  readonly ageMs: number;
}

/** After this long the map takes over, even without slices or ground. */
const MOST_PATIENCE_MS = 3_000;

export function handOverDue({ strikesDrawn, skyKnown, groundDrawn, ageMs }: MapProgress): boolean {
  return ((strikesDrawn || skyKnown) && groundDrawn) || ageMs >= MOST_PATIENCE_MS;
}
