import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { firstView, MAX_ZOOM, type MapView, MIN_ZOOM, type Size } from '#web/ground/view/viewBox.ts';

/** Where the preview looks, and on how many CSS pixels. */
export interface PreviewView extends MapView, Size {}

/** What the map will look at first, in a frame of this size on a display of that one. */
export function previewView(
  query: Parameters<typeof firstView>[0],
  { width, height }: Size,
  display: Size,
): PreviewView {
  const view = firstView(query, display);
  return { ...view, zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom)), width, height };
}

/** Returns the function that puts a longitude and a latitude on the screen as MapLibre does, in CSS pixels. */
export function projectionOf(view: PreviewView): (longitude: number, latitude: number) => [x: number, y: number] {
  const worldPixels = 512 * 2 ** view.zoom;
  const left = mercatorX(view.longitude) * worldPixels - view.width / 2;
  const top = mercatorY(view.latitude) * worldPixels - view.height / 2;
  return (longitude, latitude) => [mercatorX(longitude) * worldPixels - left, mercatorY(latitude) * worldPixels - top];
}
