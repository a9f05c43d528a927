import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { SHIPPED_SOURCE } from '#web/map/basemap/shippedLayers.ts';
import { handOverDue } from '#web/sky/handOver/handOverDue.ts';
import { afterFrames, markFirstStrikes } from '#web/sky/handOver/markFirstStrikes.ts';
import { endPreview, previewElement } from '#web/sky/handOver/previewElement.ts';
import { gpuDone } from './gpuDone.ts';

const CHECK_MS = 250;
const nextFrame = () => new Promise<void>((resolve) => afterFrames(0, resolve));

/**
 * Takes the preview away once the map shows at least as much, two frames later, so that nothing blinks. Returns what to
 * call when strikes were given to the GPU. `skyKnown`: an empty map is an empty sky.
 */
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
      map.off('sourcedata', onSource);
      map.off('render', onRender);
      map.off('move', onMove);
    };
    const startedAt = map.getCenter();
    const startedZoom = map.getZoom();
    // The preview stays where it is: over another place its strikes would be wrong. A new size moves nothing.
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
    const onSource = ({ sourceId, isSourceLoaded }: MapSourceDataEvent) => {
      if (sourceId !== SHIPPED_SOURCE || !isSourceLoaded || groundDrawn) return;
      map.once('render', () => {
        groundDrawn = true;
        check.current();
      });
      map.triggerRepaint();
    };
    const onRender = () => {
      firstFrameAtMs ??= performance.now();
    };
    const timer = setInterval(() => check.current(), CHECK_MS);
    map.on('sourcedata', onSource);
    map.on('render', onRender);
    map.on('move', onMove);
    return stop;
  }, [map]);
  return useRef(() => {
    strikesDrawn.current = true;
    markFirstStrikes();
    check.current();
  }).current;
}
