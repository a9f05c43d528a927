/** In pixels of the map. */
export interface ChipRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 8;
const STEP = 8;
/** Further along the edge an arrow would no longer point to its target. */
const FURTHEST_SHARE = 0.35;

export const overlaps = (a: ChipRect, b: ChipRect) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/**
 * The free place for a chip that is nearest to `at`, a point on the edge of a map as shares of its size: it touches the
 * edge, and slides along it until it covers nothing. Undefined if the edge has no room near `at`.
 */
export function edgeSlot(at: Point, map: Size, chip: Size, isFree: (rect: ChipRect) => boolean): ChipRect | undefined {
  const alongX = Math.abs(at.y - 0.5) >= Math.abs(at.x - 0.5);
  const [length, side] = alongX ? [map.width, chip.width] : [map.height, chip.height];
  const wanted = (alongX ? at.x : at.y) * length - side / 2;
  const clamp = (value: number) => Math.min(length - side - MARGIN, Math.max(MARGIN, value));
  const across = alongX
    ? at.y < 0.5
      ? MARGIN
      : map.height - chip.height - MARGIN
    : at.x < 0.5
      ? MARGIN
      : map.width - chip.width - MARGIN;
  for (let off = 0; off <= length * FURTHEST_SHARE; off += STEP) {
    for (const along of off === 0 ? [wanted] : [wanted - off, wanted + off]) {
      const [left, top] = alongX ? [clamp(along), across] : [across, clamp(along)];
      const rect = { left, top, right: left + chip.width, bottom: top + chip.height };
      if (isFree(rect)) return rect;
    }
  }
  return undefined;
}
