import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { loadNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';

/** Loads the names of places once the map stands still and the browser has nothing better to do. Draws nothing. */
export function LoadPlaceNames() {
  const map = useMap().current;
  useEffect(() => {
    if (!map || savesData()) return;
    const load = () => {
      // Safari knows no idle time.
      if ('requestIdleCallback' in window) requestIdleCallback(() => loadNearestPlaces(), { timeout: 10_000 });
      else setTimeout(loadNearestPlaces, 1_000);
    };
    map.once('idle', load);
    return () => void map.off('idle', load);
  }, [map]);
  return null;
}

/** Whether the visitor asked for less data. */
function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}
