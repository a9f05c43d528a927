import type { MapTheme } from '#shared/picture/colours.ts';
import { ATLAS_ORDER, strikeIcons } from './strikeIcons.ts';

/** Pixels of a cell: the largest icon at three device pixels per CSS pixel. */
export const ATLAS_CELL = 72;
/** Kept clear around an icon, in its own units, so that sampling never touches the neighbour. */
const MARGIN = 1;

/** Draws the three icons side by side on `canvas` and returns it, to be copied into a texture. */
export function drawIconAtlas(canvas: HTMLCanvasElement, theme: MapTheme): HTMLCanvasElement {
  canvas.width = ATLAS_CELL * ATLAS_ORDER.length;
  canvas.height = ATLAS_CELL;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  const scale = ATLAS_CELL / (24 + 2 * MARGIN);
  for (const [index, age] of ATLAS_ORDER.entries()) {
    pen.setTransform(scale, 0, 0, scale, index * ATLAS_CELL + MARGIN * scale, MARGIN * scale);
    for (const part of strikeIcons[theme][age]) {
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
  return canvas;
}
