import type { SquareGrid } from '#worker/archive/squareCounts.ts';
import type { PictureFrame } from './pictureFrame.ts';
import { squareSide } from './strikeMarks.ts';

/** The frame's squares, as the archive counts in them. */
export function squareGrid(frame: PictureFrame): SquareGrid {
  const { west, north, worldPixels } = frame.origin;
  const squares = worldPixels / squareSide(frame);
  return { west, north, perDegree: squares / 360, perRadian: squares / (2 * Math.PI) };
}
