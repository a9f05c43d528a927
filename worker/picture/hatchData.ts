/** Pixels; the right and lower edges do not belong to it. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const GAP_PX = 9;

/** Slanting lines over the rectangle as path data. No pattern with an id: pictures may stand side by side in one page. */
export function hatchData({ left, top, right, bottom }: Rectangle): string {
  if (right <= left || bottom <= top) return '';
  let data = '';
  // On each line x + y is the same.
  for (let sum = Math.ceil((left + top) / GAP_PX) * GAP_PX; sum < right + bottom; sum += GAP_PX) {
    const [fromX, toX] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    data += `M${fromX} ${sum - fromX}L${toX} ${sum - toX}`;
  }
  return data;
}

/** What of `all` lies outside `inner`, in four rectangles, of which some may be empty. */
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
