import { groundColours, type MapTheme } from '#shared/sky/colours.ts';
import { type DrawingSize, type Frame, frameAt, project } from '#shared/sky/frame.ts';
import { landNear } from '#shared/sky/land.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { MAX_ZOOM, type MapView, MIN_ZOOM, openingView, viewBox } from '#web/ground/view/mapQuery.ts';
import { drawSparks } from '#web/map/strikeLayers/drawSparks.ts';

export interface PreviewMapView extends MapView, DrawingSize {}

export function previewView(
  query: Parameters<typeof openingView>[0],
  { width, height }: DrawingSize,
  display: DrawingSize,
): PreviewMapView {
  const view = openingView(query, display);
  return { ...view, zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom)), width, height };
}

/** Positions as in MapLibre: the world is 512 CSS pixels wide at zoom 0. */
export function previewFrame(view: PreviewMapView): Frame {
  return frameAt(view, 512 * 2 ** view.zoom, view);
}

export interface PreviewSky {
  readonly parts: readonly StrikeColumns[];
  /** Server time. */
  readonly nowMs: number;
  /** The end of the window: now, or as far as data is known. */
  readonly endMs: number;
  readonly windowMs: number;
}

export interface PreviewLook {
  readonly theme: MapTheme;
  readonly iconScale: number;
}

const E5 = 1e5;

/** Draws water and land. `pen` is in CSS pixels. */
export function drawLand(pen: CanvasRenderingContext2D, view: PreviewMapView, theme: MapTheme): void {
  const { land, water } = groundColours[theme];
  const frame = previewFrame(view);
  pen.fillStyle = water;
  pen.fillRect(0, 0, view.width, view.height);
  pen.beginPath();
  for (const { corners } of landNear(viewBox(view, view.width, view.height))) {
    for (let at = 0; at < corners.length; at += 2) {
      const [x, y] = project(frame, corners[at] ?? 0, corners[at + 1] ?? 0);
      if (at === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.closePath();
  }
  pen.fillStyle = land;
  pen.fill('evenodd');
  pen.strokeStyle = land;
  pen.stroke();
}

/** Draws the window's strikes, newest last, and returns how many lie in the view. */
export function drawStrikes(
  pen: CanvasRenderingContext2D,
  view: PreviewMapView,
  { parts, nowMs, endMs, windowMs }: PreviewSky,
  { theme, iconScale }: PreviewLook,
): number {
  const marks = marksIn(view, parts, endMs - windowMs);
  if (marks.length === 0) return 0;
  const sparks = marks.map(([x, y, atMs]) => ({ x, y, ageMs: nowMs - atMs }));
  drawSparks(pen, sparks, { width: view.width, height: view.height, zoom: view.zoom, theme, scale: iconScale });
  return marks.length;
}

/** Returns screen positions and times of the strikes in view since `fromMs`, oldest first. */
export function marksIn(
  view: PreviewMapView,
  parts: readonly StrikeColumns[],
  fromMs: number,
): [x: number, y: number, atMs: number][] {
  const frame = previewFrame(view);
  const marks: [x: number, y: number, atMs: number][] = [];
  for (const { latitudesE5, longitudesE5, atMs } of parts) {
    for (const [row, time] of atMs.entries()) {
      if (time < fromMs) continue;
      const [x, y] = project(frame, (longitudesE5[row] ?? 0) / E5, (latitudesE5[row] ?? 0) / E5);
      if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) marks.push([x, y, time]);
    }
  }
  return marks.sort((a, b) => a[2] - b[2]);
}
