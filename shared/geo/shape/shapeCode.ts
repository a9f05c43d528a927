import { cornersOf, roundShape, type Shape } from './Shape.ts';

/** Resolution of some 10 m. */
const STEPS_A_DEGREE = 10_000;

/** The shape as a URL encodes it; validate this one. */
export const shapeInAddress = (shape: Shape): Shape => roundShape(shape, STEPS_A_DEGREE);

/** Five bits per character and a continuation bit: as in Google's polylines, but without escaping. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MORE = 32;
const KINDS = { l: 'LineString', p: 'Polygon' } as const;
/** A coordinate in steps never needs more characters. */
const MOST_CHARACTERS = 6;

export type DrawnShape = Exclude<Shape, { type: 'Point' }>;

/** Encodes a line or polygon for a URL, to some 10 m: `l` or `p`, then each corner as steps from the one before. */
export function encodeShape(shape: DrawnShape): string {
  const rounded = cornersOf(roundShape(shape, STEPS_A_DEGREE));
  const corners = shape.type === 'Polygon' ? rounded.slice(0, -1) : rounded;
  let [x, y] = [0, 0];
  let code = shape.type === 'Polygon' ? 'p' : 'l';
  for (const [longitude, latitude] of corners) {
    const [nextX, nextY] = [Math.round(longitude * STEPS_A_DEGREE), Math.round(latitude * STEPS_A_DEGREE)];
    code += encodeNumber(nextX - x) + encodeNumber(nextY - y);
    [x, y] = [nextX, nextY];
  }
  return code;
}

/** Undefined for text that `encodeShape` does not produce; corners that coincide are merged. */
export function decodeShape(code: string): DrawnShape | undefined {
  const kind = KINDS[code.charAt(0) as keyof typeof KINDS];
  const steps = decodeNumbers(code.slice(1));
  if (!kind || !steps || steps.length === 0 || steps.length % 2 === 1) return undefined;
  const corners: (readonly [number, number])[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    if (Math.abs(x) > 180 * STEPS_A_DEGREE || Math.abs(y) > 90 * STEPS_A_DEGREE) return undefined;
    corners.push([x / STEPS_A_DEGREE, y / STEPS_A_DEGREE]);
  }
  const [first] = corners;
  const shape: DrawnShape =
    kind === 'LineString' || !first
      ? { type: 'LineString', coordinates: corners }
      : { type: 'Polygon', coordinates: [[...corners, first]] };
  return roundShape(shape, STEPS_A_DEGREE);
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let code = '';
  while (rest >= MORE) {
    code += ALPHABET.charAt((rest % MORE) + MORE);
    rest = Math.floor(rest / MORE);
  }
  return code + ALPHABET.charAt(rest);
}

function decodeNumbers(code: string): number[] | undefined {
  const numbers: number[] = [];
  let [value, length] = [0, 0];
  for (const character of code) {
    const bits = ALPHABET.indexOf(character);
    if (bits < 0 || length === MOST_CHARACTERS) return undefined;
    value += (bits % MORE) * MORE ** length;
    length += 1;
    if (bits >= MORE) continue;
    numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    [value, length] = [0, 0];
  }
  return length === 0 ? numbers : undefined;
}
