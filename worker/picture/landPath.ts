import outline from '#shared/geo/land/landOutline.json' with { type: 'json' };
import { decodeRing } from '#shared/geo/land/landRings.ts';
import { ringData } from './pathData.ts';
import type { PictureFrame } from './pictureFrame.ts';

/** What is cut off lies so far outside the map, in pixels: its edge is not to be seen. */
const MARGIN = 4;

/** Longitudes and latitudes in turns. */
const rings = outline.map(decodeRing);

/** The land in the frame as path data. */
export function landPath(frame: PictureFrame): string {
  return landIn(frame).map(ringData).join('');
}

/** The land in the frame, cut a little outside its edges: rings of x and y in turns, in pixels. */
export function landIn(frame: PictureFrame): number[][] {
  const { width, height, top } = frame;
  const edges: readonly Edge[] = [
    { axis: 0, at: -MARGIN, keep: 1 },
    { axis: 0, at: width + MARGIN, keep: -1 },
    { axis: 1, at: top - MARGIN, keep: 1 },
    { axis: 1, at: top + height + MARGIN, keep: -1 },
  ];
  return rings.map((ring) => edges.reduce(cutAt, projected(ring, frame))).filter((ring) => ring.length > 0);
}

function projected(ring: readonly number[], { project }: PictureFrame): number[] {
  const corners: number[] = [];
  for (let at = 0; at < ring.length; at += 2) corners.push(...project(ring[at] ?? 0, ring[at + 1] ?? 0));
  return corners;
}

interface Edge {
  /** 0 for x, 1 for y. */
  readonly axis: 0 | 1;
  readonly at: number;
  /** 1 if what lies beyond `at` stays, -1 if what lies before it does. */
  readonly keep: 1 | -1;
}

/** Sutherland and Hodgman: what of the ring lies on one side of a line. */
function cutAt(corners: number[], { axis, at: edge, keep }: Edge): number[] {
  const kept: number[] = [];
  const depth = (corner: number) => ((corners[corner + axis] ?? 0) - edge) * keep;
  for (let corner = 0; corner < corners.length; corner += 2) {
    const before = corner === 0 ? corners.length - 2 : corner - 2;
    const [deep, wasDeep] = [depth(corner), depth(before)];
    const [x = 0, y = 0] = corners.slice(corner, corner + 2);
    if (deep >= 0 !== wasDeep >= 0) {
      const share = wasDeep / (wasDeep - deep);
      const [fromX = 0, fromY = 0] = corners.slice(before, before + 2);
      kept.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (deep >= 0) kept.push(x, y);
  }
  return kept;
}
