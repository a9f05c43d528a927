import type { DrawingSize } from '#shared/picture/frame.ts';
import { LETTER_SIZE } from './Picture.ts';

export type Rect = readonly [left: number, top: number, right: number, bottom: number];

export interface PlacedLabel {
  readonly text: string;
  readonly of: readonly [x: number, y: number];
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly rect: Rect;
}

/** A letter's mean width; generous, because text is not measured. */
const WIDE = 0.6 * LETTER_SIZE;
const GAP = 6;

const SIDES = [
  ['start', 1, 0],
  ['end', -1, 0],
  ['middle', 0, -1],
  ['middle', 0, 1],
  ['start', 0.75, -0.75],
  ['end', -0.75, -0.75],
  ['start', 0.75, 0.75],
  ['end', -0.75, 0.75],
] as const;

/** Area of the rectangle that is covered by others or outside the drawing. */
function covered([left, top, right, bottom]: Rect, taken: readonly Rect[], { width, height }: DrawingSize): number {
  let area = (right - left) * (bottom - top);
  const inside =
    Math.max(0, Math.min(right, width) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, height) - Math.max(top, 0));
  area -= inside;
  for (const [l, t, r, b] of taken) {
    area += Math.max(0, Math.min(right, r) - Math.max(left, l)) * Math.max(0, Math.min(bottom, b) - Math.max(top, t));
  }
  return area;
}

/** Places text next to a point, right if possible. Without room: undefined, or with `always` the least covered side. */
export function placeLabel(
  text: string,
  of: readonly [x: number, y: number],
  taken: readonly Rect[],
  size: DrawingSize,
  always = false,
): PlacedLabel | undefined {
  const [x, y] = of;
  const wide = text.length * WIDE;
  let best: PlacedLabel | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [anchor, east, south] of SIDES) {
    const atX = x + east * GAP;
    const atY = y + south * (GAP + LETTER_SIZE / 2) + LETTER_SIZE * 0.35;
    const left = { start: atX, middle: atX - wide / 2, end: atX - wide }[anchor];
    const rect: Rect = [left, atY - LETTER_SIZE * 0.8, left + wide, atY + LETTER_SIZE * 0.2];
    const cost = covered(rect, taken, size);
    if (cost >= least) continue;
    least = cost;
    best = { text, of, x: atX, y: atY, anchor, rect };
    if (cost === 0) return best;
  }
  return always ? best : undefined;
}
