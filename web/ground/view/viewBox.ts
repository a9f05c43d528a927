import { type BBox, clampBox, HOME_BOX, HOME_TOWN } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorY } from '#shared/geo/mercator.ts';
import type { DrawingSize } from '#shared/picture/frame.ts';

/** Zoom as in MapLibre: the world is 512 · 2^zoom CSS pixels wide. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Zoom 11 of maps whose tiles are 256 px wide. */
export const DEFAULT_VIEW: MapView = { ...HOME_TOWN, zoom: 10 };

/** The Balkans: the first view of a wall display, and the view offered when the current one is empty. */
export const REGION_BOX: BBox = HOME_BOX;

/** Returns the closest view of this size, in CSS pixels, that shows all of the box. */
export function fittingView({ west, south, east, north }: BBox, width: number, height: number): MapView {
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const widest = Math.min(width / ((east - west) / 360), height / (bottom - top));
  const zoom = Math.floor(Math.log2(widest / 512) * 100) / 100;
  return { latitude: latitudeAtMercatorY((top + bottom) / 2), longitude: (west + east) / 2, zoom: Math.max(0, zoom) };
}

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 17;

/** The part above its lower third. */
const WALL_MAP_SHARE = 0.71;
/** A wall is read from afar: icons and lines are this many times as large as on a desktop. */
const WALL_SCALE = 1.7;

/** In CSS pixels, a 1,080th of a wall's shorter side: the unit of its layout, so it scales with the screen. */
export function wallUnit({ width, height }: DrawingSize): number {
  return Math.min(width, height) / 1_080;
}

export function wallScale(size: DrawingSize): number {
  return Math.max(1, WALL_SCALE * wallUnit(size));
}

/**
 * Returns the first view: the address's, on a wall its first one or the whole region, else the last one or the capital.
 */
export function openingView(
  { view, kept, wall, rotation = [] }: OpeningChoice,
  { width, height }: DrawingSize,
): MapView {
  if (view) return view;
  if (!wall) return kept ?? DEFAULT_VIEW;
  const [first = REGION_BOX] = rotation;
  if ('zoom' in first) return first;
  return fittingView(first, width, height * WALL_MAP_SHARE);
}

interface OpeningChoice {
  readonly view: MapView | undefined;
  readonly kept?: MapView | undefined;
  readonly wall: boolean;
  readonly rotation?: readonly (MapView | BBox)[];
}

/** The view is not widened for a storm farther away. */
export const WIDEN_WITHIN_KM = 400;
const LEAST_WIDE_ZOOM = 6;
/** Share of half the map's width or height: a storm at the very edge would lie under the controls. */
const WIDEN_SHARE = 0.8;

/** Returns the view with the same middle, widened just enough to show a place, but not below zoom 6. */
export function viewReaching(view: MapView, { latitude, longitude }: Position, size: DrawingSize): MapView {
  const dx = (Math.abs(longitude - view.longitude) / 360) * 512;
  const dy = Math.abs(mercatorY(latitude) - mercatorY(view.latitude)) * 512;
  const most = Math.min(size.width / dx, size.height / dy) * (WIDEN_SHARE / 2);
  const zoom = Math.floor(Math.log2(most) * 100) / 100;
  return { ...view, zoom: Math.min(view.zoom, Math.max(LEAST_WIDE_ZOOM, zoom)) };
}

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

export const displaySize = (): DrawingSize => ({ width: window.innerWidth, height: window.innerHeight });
