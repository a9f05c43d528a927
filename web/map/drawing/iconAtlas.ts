import { strikeIcons } from './strikeIcons.tsx';

/** Pixels of a cell: the largest icon at three device pixels per CSS pixel, on a wall. */
export const ATLAS_CELL = 96;
/** Clear space around an icon, in its own units, so that sampling never touches the neighbour. */
export const ICON_MARGIN = 1;

/**
 * Draws the three icons side by side: red is what has the colour of the strike's age, green what has the casing's. The rest is
 * black, without transparency, so that nothing depends on how a browser multiplies it.
 */
export function drawIconAtlas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = 3 * ATLAS_CELL;
  canvas.height = ATLAS_CELL;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.fillStyle = '#000000';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const scale = ATLAS_CELL / (24 + 2 * ICON_MARGIN);
  for (const [cell, parts] of strikeIcons('#ff0000', '#00ff00').entries()) {
    pen.setTransform(scale, 0, 0, scale, cell * ATLAS_CELL + ICON_MARGIN * scale, ICON_MARGIN * scale);
    for (const { path, fill, stroke, strokeWidth } of parts) {
      const outline = new Path2D(path);
      if (stroke) {
        pen.strokeStyle = stroke;
        pen.lineWidth = strokeWidth ?? 1;
        pen.lineJoin = 'round';
        pen.stroke(outline);
      }
      if (fill) {
        pen.fillStyle = fill;
        pen.fill(outline);
      }
    }
  }
  return canvas;
}
