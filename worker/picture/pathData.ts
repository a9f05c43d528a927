/** SVG path data in whole pixels: relative steps, in as few characters as possible. */

const pair = (x: number, y: number) => (y < 0 ? `${x}${y}` : `${x} ${y}`);

/** A closed line through the corners, alternating x and y; empty if it vanishes in whole pixels. */
export function ringData(corners: readonly number[]): string {
  const steps: string[] = [];
  let [x, y] = [Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0)];
  const start = `M${pair(x, y)}`;
  for (let at = 2; at < corners.length; at += 2) {
    const [nextX, nextY] = [Math.round(corners[at] ?? 0), Math.round(corners[at + 1] ?? 0)];
    if (nextX === x && nextY === y) continue;
    steps.push(pair(nextX - x, nextY - y));
    [x, y] = [nextX, nextY];
  }
  return steps.length < 2 ? '' : `${start}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/** The same small shape at each place. It must end where it begins. */
export function stampData(places: readonly (readonly [x: number, y: number])[], shape: string): string {
  let [x, y] = [0, 0];
  let data = '';
  for (const [nextX, nextY] of places) {
    data += `m${pair(nextX - x, nextY - y)}${shape}`;
    [x, y] = [nextX, nextY];
  }
  return data.replace(/^m/, 'M');
}

/** In pixels; the right and lower edges are exclusive. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const GAP_PX = 9;

/** Slanting lines over the rectangle. No pattern with an id, because pictures may stand side by side in one page. */
export function hatchData({ left, top, right, bottom }: Rectangle): string {
  if (right <= left || bottom <= top) return '';
  let data = '';
  // On each line x + y is constant.
  for (let sum = Math.ceil((left + top) / GAP_PX) * GAP_PX; sum < right + bottom; sum += GAP_PX) {
    const [fromX, toX] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    data += `M${fromX} ${sum - fromX}L${toX} ${sum - toX}`;
  }
  return data;
}

/** The part of `all` outside `inner`, as four rectangles, of which some may be empty. */
export function around(inner: Rectangle, all: Rectangle): Rectangle[] {
  const clamp = (value: number, low: number, high: number) => Math.round(Math.max(low, Math.min(high, value)));
  const [left, right] = [clamp(inner.left, all.left, all.right), clamp(inner.right, all.left, all.right)];
  const [top, bottom] = [clamp(inner.top, all.top, all.bottom), clamp(inner.bottom, all.top, all.bottom)];
  return [
    { ...all, bottom: top },
    { ...all, top: bottom },
    { left: all.left, right: left, top, bottom },
    { left: right, right: all.right, top, bottom },
  ];
}
