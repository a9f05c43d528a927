/** Path data of SVG in whole pixels: each step from the last, in as few characters as it takes. */

const pair = (x: number, y: number) => (y < 0 ? `${x}${y}` : `${x} ${y}`);

/** A closed line through the corners, x and y in turns; empty if nothing of it is left in whole pixels. */
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
