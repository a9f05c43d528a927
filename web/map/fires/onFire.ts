import type { Map as MapLibreMap, Point } from 'maplibre-gl';

export const FIRES_LAYER = 'fires';

/** True if a press at this point is on a fire: it then opens no strike. */
export function isOnFire(map: MapLibreMap, point: Point): boolean {
  return (
    map.getLayer(FIRES_LAYER) !== undefined && map.queryRenderedFeatures(point, { layers: [FIRES_LAYER] }).length > 0
  );
}
