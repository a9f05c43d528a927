/** Heights of a square of `size` × `size` pixels, in metres, row by row from the north-west. */
export interface HeightGrid {
  readonly size: number;
  readonly metres: Float32Array;
}

/** A known height, at a pixel (fractions allowed). */
export interface KnownHeight {
  readonly x: number;
  readonly y: number;
  readonly metres: number;
}

/** Radii in pixels, wide to narrow: each pass corrects the remaining error. */
const PASSES_PX = [15, 9, 5, 2.8];
/** With this many known heights within a radius, half of the correction is applied. */
const TRUST = 0.35;

/** Adjusts the grid to the known heights: Barnes' successive corrections, Monthly Weather Review 92 (1964). */
export function sharpened({ size, metres }: HeightGrid, known: readonly KnownHeight[]): HeightGrid {
  const heights = Float32Array.from(metres);
  const held = known
    .map(({ x, y, metres: height }) => ({ at: Math.floor(y) * size + Math.floor(x), x, y, height }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < size && y < size);
  for (const radius of PASSES_PX) {
    const [error, weight] = [new Float32Array(size * size), new Float32Array(size * size)];
    for (const { at, height } of held) {
      error[at] = (error[at] ?? 0) + height - (heights[at] ?? 0);
      weight[at] = (weight[at] ?? 0) + 1;
    }
    const [wideError, wideWeight] = [
      blurred({ size, metres: error }, radius),
      blurred({ size, metres: weight }, radius),
    ];
    const floor = TRUST / (2 * Math.PI * radius * radius);
    for (const at of heights.keys())
      heights[at] = (heights[at] ?? 0) + (wideError.metres[at] ?? 0) / ((wideWeight.metres[at] ?? 0) + floor);
  }
  return { size, metres: heights };
}

/** A Gaussian blur; edge values are repeated outside the grid. */
export function blurred({ size, metres }: HeightGrid, radiusPx: number): HeightGrid {
  const reach = Math.ceil(3 * radiusPx);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-0.5 * ((at - reach) / radiusPx) ** 2));
  const sum = kernel.reduce((a, b) => a + b, 0);
  const taps = Float32Array.from(kernel, (weight) => weight / sum);
  return { size, metres: alongColumns(alongRows(metres, size, taps), size, taps) };
}

function alongRows(source: Float32Array, size: number, taps: Float32Array): Float32Array {
  const out = new Float32Array(source.length);
  const reach = (taps.length - 1) / 2;
  for (let row = 0; row < source.length; row += size) {
    for (let x = 0; x < size; x += 1) {
      let total = 0;
      for (let tap = 0; tap < taps.length; tap += 1) {
        const from = Math.min(size - 1, Math.max(0, x + tap - reach));
        total += (taps[tap] ?? 0) * (source[row + from] ?? 0);
      }
      out[row + x] = total;
    }
  }
  return out;
}

function alongColumns(source: Float32Array, size: number, taps: Float32Array): Float32Array {
  const out = new Float32Array(source.length);
  const reach = (taps.length - 1) / 2;
  for (let y = 0; y < size; y += 1) {
    for (let tap = 0; tap < taps.length; tap += 1) {
      const from = Math.min(size - 1, Math.max(0, y + tap - reach)) * size;
      const weight = taps[tap] ?? 0;
      for (let x = 0; x < size; x += 1) out[y * size + x] = (out[y * size + x] ?? 0) + weight * (source[from + x] ?? 0);
    }
  }
  return out;
}
