import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { endPreview } from '#web/sky/handOver/previewElement.ts';
import type { Drawn } from './drawnState.ts';
import { FrameWatch } from './FrameWatch.ts';

/** Watches whether the map draws. Pass `follow` its map, and call `cannotDraw` if there is nothing to draw with. */
export function useDrawn() {
  const [drawn, setDrawn] = useState<Drawn>('drawn');
  const watch = useRef<FrameWatch>(undefined);
  useEffect(() => {
    const nextPaint = (act: () => void) => void requestAnimationFrame(act);
    const watching = new FrameWatch({ timers: systemTimers, nextPaint, nowMs: () => performance.now() }, setDrawn);
    watch.current = watching;
    return () => watching.stop();
  }, []);
  useEffect(() => {
    // No map will ever take its place.
    if (drawn === 'undrawable' || drawn === 'stopped') endPreview();
  }, [drawn]);
  const follow = useCallback((map: MapRef) => watch.current?.follow(map.getMap()), []);
  const cannotDraw = useCallback(() => watch.current?.cannotDraw(), []);
  return { drawn, follow, cannotDraw };
}
