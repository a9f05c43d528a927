import type { MapRef } from 'react-map-gl/maplibre';
import type { BBox } from '#shared/geo/BBox.ts';

/** Returns the box that the map shows. A map of the whole world may reach beyond 180°: see `clampBox`. */
export function shownBox(map: MapRef): BBox {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}
