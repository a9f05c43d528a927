import { type BBox, bboxWithin, grownBox } from '#shared/geo/BBox.ts';
import { landNear } from '#shared/picture/land.ts';
import { ringData } from './pathData.ts';
import type { PictureFrame } from './pictureFrame.ts';

/** Land is cut this far outside the map, in pixels, so that the edge is not seen. */
const MARGIN = 4;

export function landPath(frame: PictureFrame): string {
  return landIn(frame).map(ringData).join('');
}

/**
 * The land in the frame, cut a little outside its edges: rings of alternating x and y, in pixels. It is cut in degrees,
 * so that land outside a small map costs nothing.
 */
export function landIn(frame: PictureFrame): number[][] {
  const seen = withMargin(frame);
  const edges: readonly Edge[] = [
    { axis: 0, at: seen.west, keep: 1 },
    { axis: 0, at: seen.east, keep: -1 },
    { axis: 1, at: seen.south, keep: 1 },
    { axis: 1, at: seen.north, keep: -1 },
  ];
  return landNear(seen)
    .map(({ corners, bounds }) => (bboxWithin(bounds, seen) ? corners : edges.reduce(cutAt, corners)))
    .filter((corners) => corners.length > 0)
    .map((corners) => projected(corners, frame));
}

/** A degree of latitude has at least as many pixels as one of longitude. */
function withMargin({ box, world }: PictureFrame): BBox {
  return grownBox(box, (MARGIN * 360) / world);
}

function projected(corners: readonly number[], { project }: PictureFrame): number[] {
  const pixels: number[] = [];
  for (let at = 0; at < corners.length; at += 2) pixels.push(...project(corners[at] ?? 0, corners[at + 1] ?? 0));
  return pixels;
}

interface Edge {
  readonly axis: 0 | 1;
  readonly at: number;
  /** 1 keeps what lies beyond `at`, -1 what lies before it. */
  readonly keep: 1 | -1;
}

/** Sutherland and Hodgman: the part of the ring on one side of a line. */
function cutAt(corners: readonly number[], { axis, at: edge, keep }: Edge): number[] {
  const kept: number[] = [];
  const depth = (corner: number) => ((corners[corner + axis] ?? 0) - edge) * keep;
  let before = corners.length - 2;
  let wasDeep = depth(before);
  for (let corner = 0; corner < corners.length; corner += 2) {
    const deep = depth(corner);
    const [x = 0, y = 0] = [corners[corner], corners[corner + 1]];
    if (deep >= 0 !== wasDeep >= 0) {
      const share = wasDeep / (wasDeep - deep);
      const [fromX = 0, fromY = 0] = [corners[before], corners[before + 1]];
      kept.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (deep >= 0) kept.push(x, y);
    before = corner;
    wasDeep = deep;
  }
  return kept;
}
