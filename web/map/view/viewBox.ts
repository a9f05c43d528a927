import { type BBox, clampBox } from '#shared/geo/BBox.ts';
import { latitudeAtMercatorY, mercatorY } from '#shared/geo/mercator.ts';

/** Where the map looks. Zoom as MapLibre counts it: the world is 512 · 2^zoom CSS pixels wide. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

export const DEFAULT_VIEW: MapView = { latitude: 42.6977, longitude: 23.3219, zoom: 11 };

/** The Balkans as a whole: the first view of a wall display, and the one that an empty view offers. */
export const REGION_VIEW: MapView = { latitude: 42.4, longitude: 22.4, zoom: 5.6 };

/** Returns the box that a map of `width` × `height` CSS pixels shows, to request data before there is a map. */
export function viewBox(view: MapView, width: number, height: number): BBox {
  const worldPixels = 512 * 2 ** view.zoom;
  const halfLongitude = (width / worldPixels) * 180;
  const y = mercatorY(view.latitude);
  const halfY = height / worldPixels / 2;
  return clampBox({
    west: view.longitude - halfLongitude,
    east: view.longitude + halfLongitude,
    north: latitudeAtMercatorY(y - halfY),
    south: latitudeAtMercatorY(y + halfY),
  });
}
