import { AGE_STEPS } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { strikeIcons } from './strikeIcons.tsx';

/** Pixels of a cell: the largest icon at three device pixels per CSS pixel. */
export const ATLAS_CELL = 72;
/** A glow's width in icons. */
export const GLOW_SCALE = 2.75;
/** Opacity of the middle of a glow, by step of age. */
const GLOWS = [0.85, 0.6, 0.5, 0.42, 0.36, 0.32, 0.3];
/** Clear space around an icon, in its own units, so that sampling never touches the neighbour. */
const MARGIN = 1;

/** Draws the icons side by side by step of age, and the glow of each below it. */
export function drawIconAtlas(canvas: HTMLCanvasElement, theme: MapTheme): HTMLCanvasElement {
  canvas.width = ATLAS_CELL * AGE_STEPS;
  canvas.height = ATLAS_CELL * 2;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  const scale = ATLAS_CELL / (24 + 2 * MARGIN);
  for (const [step, parts] of strikeIcons[theme].entries()) {
    pen.setTransform(scale, 0, 0, scale, step * ATLAS_CELL + MARGIN * scale, MARGIN * scale);
    for (const part of parts) {
      const path = new Path2D(part.path);
      if (part.stroke) {
        pen.strokeStyle = part.stroke;
        pen.lineWidth = part.strokeWidth ?? 1;
        pen.lineJoin = 'round';
        pen.stroke(path);
      }
      if (part.fill) {
        pen.fillStyle = part.fill;
        pen.fill(path);
      }
    }
  }
  pen.resetTransform();
  for (const [step, { main }] of mapColours[theme].marks.entries()) {
    const half = ATLAS_CELL / 2;
    const [x, y] = [(step + 0.5) * ATLAS_CELL, 1.5 * ATLAS_CELL];
    const light = pen.createRadialGradient(x, y, 0, x, y, half - 1);
    // A bell, without an edge that the eye would see as a disc.
    for (let at = 0; at <= 1; at += 0.125) {
      const strength = (GLOWS[step] ?? 0) * Math.exp(-6 * at * at) * (1 - at);
      light.addColorStop(
        at,
        `${main}${Math.round(255 * strength)
          .toString(16)
          .padStart(2, '0')}`,
      );
    }
    pen.fillStyle = light;
    pen.fillRect(x - half, y - half, ATLAS_CELL, ATLAS_CELL);
  }
  return canvas;
}
