/** Rows that are looked at in each row of pixels. */
const SAMPLES = 2;

/**
 * How much of each pixel lies within the rings, from 0 to 1, row by row: by the even-odd rule, so that a ring within
 * another is a hole. Rings are x and y in turns.
 */
export function fillRings(rings: readonly (readonly number[])[], width: number, height: number): Float32Array {
  const crossings: number[][] = Array.from({ length: height * SAMPLES }, () => []);
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      crossRows(crossings, [ring[at] ?? 0, ring[at + 1] ?? 0], [ring[next] ?? 0, ring[next + 1] ?? 0]);
    }
  }
  const covered = new Float32Array(width * height);
  for (const [row, xs] of crossings.entries()) {
    xs.sort((a, b) => a - b);
    const start = Math.floor(row / SAMPLES) * width;
    for (let at = 0; at + 1 < xs.length; at += 2) coverSpan(covered, start, width, xs[at] ?? 0, xs[at + 1] ?? 0);
  }
  return covered;
}

type Point = readonly [x: number, y: number];

/** Where the line from `a` to `b` crosses the middle of each sampled row. */
function crossRows(crossings: number[][], a: Point, b: Point): void {
  const [[x0, y0], [x1, y1]] = a[1] < b[1] ? [a, b] : [b, a];
  const first = Math.max(0, Math.ceil(y0 * SAMPLES - 0.5));
  for (let row = first; row < crossings.length && (row + 0.5) / SAMPLES < y1; row += 1) {
    crossings[row]?.push(x0 + ((x1 - x0) * ((row + 0.5) / SAMPLES - y0)) / (y1 - y0));
  }
}

function coverSpan(covered: Float32Array, start: number, width: number, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  for (let x = Math.floor(left); x < right; x += 1) {
    const share = Math.min(x + 1, right) - Math.max(x, left);
    covered[start + x] = (covered[start + x] ?? 0) + share / SAMPLES;
  }
}
