import { ageClassOf } from '#shared/ageClass.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import type { MapTheme } from '#web/ground/view/MapTheme.ts';
import { ATLAS_CELL, drawIconAtlas } from '#web/map/drawing/drawIconAtlas.ts';
import { ATLAS_ORDER, ICON_PX } from '#web/map/drawing/strikeIcons.ts';
import { type PreviewView, projectionOf } from './PreviewView.ts';

/** What is known of the sky. */
export interface PreviewSky {
  readonly parts: readonly StrikeColumns[];
  /** The server's time: strikes have the colour of their age. */
  readonly nowMs: number;
  /** Where the window ends: now, or as far as the sky is known. */
  readonly endMs: number;
  readonly windowMs: number;
}

export interface PreviewLook {
  readonly theme: MapTheme;
  readonly iconScale: number;
}

const E5 = 1e5;

/** Draws the window's strikes with the map's icons, newest last, and returns how many lie in the view. */
export function drawStrikes(
  pen: CanvasRenderingContext2D,
  view: PreviewView,
  { parts, nowMs, endMs, windowMs }: PreviewSky,
  { theme, iconScale }: PreviewLook,
): number {
  const marks = marksIn(view, parts, endMs - windowMs);
  if (marks.length === 0) return 0;
  const atlas = drawIconAtlas(document.createElement('canvas'), theme);
  const size = ICON_PX * iconScale;
  for (const [x, y, atMs] of marks) {
    const from = ATLAS_ORDER.indexOf(ageClassOf(nowMs - atMs)) * ATLAS_CELL;
    pen.drawImage(atlas, from, 0, ATLAS_CELL, ATLAS_CELL, x - size / 2, y - size / 2, size, size);
  }
  return marks.length;
}

/** Returns the strikes since `fromMs` that lie in the view, oldest first: where on the screen, and when. */
export function marksIn(
  view: PreviewView,
  parts: readonly StrikeColumns[],
  fromMs: number,
): [x: number, y: number, atMs: number][] {
  const project = projectionOf(view);
  const marks: [x: number, y: number, atMs: number][] = [];
  for (const { latitudesE5, longitudesE5, atMs } of parts) {
    for (const [row, time] of atMs.entries()) {
      if (time < fromMs) continue;
      const [x, y] = project((longitudesE5[row] ?? 0) / E5, (latitudesE5[row] ?? 0) / E5);
      if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) marks.push([x, y, time]);
    }
  }
  return marks.sort((a, b) => a[2] - b[2]);
}
