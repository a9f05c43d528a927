import type { PictureFrame } from './pictureFrame.ts';
import type { Rect } from './placeLabel.ts';

/** Lower left in the drawing. */
export interface ScaleBar {
  readonly km: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** With its text above. */
  readonly rect: Rect;
}

const MARGIN = 12;
const TALL = 26;

/** The longest of 1, 2, 5 × 10ⁿ km that takes at most a quarter of the width. */
export function scaleBar({ width, height, perKm }: Pick<PictureFrame, 'width' | 'height' | 'perKm'>): ScaleBar {
  const mostKm = width / 4 / perKm;
  const power = 10 ** Math.floor(Math.log10(mostKm));
  const step = [5, 2, 1].find((digit) => digit * power <= mostKm) ?? 1;
  const km = Number((step * power).toPrecision(1));
  const [x, y] = [MARGIN, height - MARGIN];
  return { km, x, y, width: km * perKm, rect: [0, y - TALL, x + km * perKm + MARGIN, height] };
}
