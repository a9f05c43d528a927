import outline from '#shared/geo/land/landOutline.json' with { type: 'json' };
import { decodeRing } from '#shared/geo/land/landRings.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import type { MapTheme } from '#web/ground/view/MapTheme.ts';
import { viewBox } from '#web/ground/view/viewBox.ts';
import { type PreviewView, projectionOf } from './PreviewView.ts';

/** Draws water and land. `pen` measures CSS pixels. */
export function drawLand(pen: CanvasRenderingContext2D, view: PreviewView, theme: MapTheme): void {
  const { land, water } = palettes[theme];
  const project = projectionOf(view);
  pen.fillStyle = water;
  pen.fillRect(0, 0, view.width, view.height);
  pen.beginPath();
  for (const ring of ringsIn(view)) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = project(ring[at] ?? 0, ring[at + 1] ?? 0);
      if (at === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.closePath();
  }
  pen.fillStyle = land;
  pen.fill('evenodd');
  // Where the file's parts meet, a hairline of water would show.
  pen.strokeStyle = land;
  pen.stroke();
}

/** Returns the rings whose boxes touch the view. */
function ringsIn(view: PreviewView): number[][] {
  const { west, south, east, north } = viewBox(view, view.width, view.height);
  return outline.map(decodeRing).filter((ring) => {
    let [left, bottom, right, top] = [180, 90, -180, -90];
    for (let at = 0; at < ring.length; at += 2) {
      const [longitude, latitude] = [ring[at] ?? 0, ring[at + 1] ?? 0];
      left = Math.min(left, longitude);
      right = Math.max(right, longitude);
      bottom = Math.min(bottom, latitude);
      top = Math.max(top, latitude);
    }
    return left <= east && right >= west && bottom <= north && top >= south;
  });
}
