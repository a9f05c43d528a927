import type { BBox } from '#shared/geo/BBox.ts';

/** Where the map looks. Zoom as MapLibre counts it: the world is 512 · 2^zoom CSS pixels wide. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

export const DEFAULT_VIEW: MapView = { latitude: 42.6977, longitude: 23.3219, zoom: 11 };

/** The Balkans as a whole: where a wall display begins, and where an empty view leads. */
export const REGION_VIEW: MapView = { latitude: 42.4, longitude: 22.4, zoom: 5.6 };

function mercatorY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The box a map of `width` × `height` CSS pixels shows, so that data can be asked for before there is a map. */
export function viewBox(view: MapView, width: number, height: number): BBox {
  const worldPixels = 512 * 2 ** view.zoom;
  const halfLongitude = (width / worldPixels) * 180;
  const y = mercatorY(view.latitude);
  const halfY = height / worldPixels / 2;
  return clampBox({
    west: view.longitude - halfLongitude,
    east: view.longitude + halfLongitude,
    north: latitudeAt(y - halfY),
    south: latitudeAt(y + halfY),
  });
}

/** The part of a map's bounds that lies on this copy of the world. */
export function clampBox({ west, south, east, north }: BBox): BBox {
  const clamped = {
    west: Math.max(-180, west),
    east: Math.min(180, east),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  };
  return clamped.west < clamped.east ? clamped : { ...clamped, west: -180, east: 180 };
}
