import { useEffect, useRef } from 'react';
import type { MapView } from '#web/ground/view/viewBox.ts';

/** Shows the views in turn while `active`; otherwise the map stays where it is. */
export function useRotation(
  active: boolean,
  rotation: readonly MapView[],
  everyMs: number,
  jumpTo: (view: MapView) => void,
): void {
  const next = useRef(0);
  const key = JSON.stringify(rotation);
  useEffect(() => {
    const views: readonly MapView[] = JSON.parse(key);
    if (!active || views.length === 0) return;
    const handle = setInterval(() => {
      const view = views[next.current % views.length];
      next.current += 1;
      if (view) jumpTo(view);
    }, everyMs);
    return () => clearInterval(handle);
  }, [active, key, everyMs, jumpTo]);
}
