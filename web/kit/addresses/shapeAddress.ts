import type { Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape } from '#shared/geo/shapeCode.ts';

const DECIMALS = 4;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Formats a place for a fragment, to some 10 m: `at=42.7,23.3`, or `shape=` and its code. */
export function formatShape(shape: Shape): string {
  if (shape.type !== 'Point') return `shape=${encodeShape(shape)}`;
  const [longitude, latitude] = shape.coordinates;
  return `at=${[latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(',')}`;
}

/** Undefined if the address has none, or an invalid one. */
export function readShape(fields: URLSearchParams): Shape | undefined {
  const code = fields.get('shape');
  return code === null ? readPoint(fields.get('at') ?? '') : decodeShape(code);
}

/** NaN for text that is not a number; undefined for a missing field. */
export function readNumbers(text: string | null): number[] | undefined {
  return text?.split(',').map((part) => (NUMBER.test(part.trim()) ? Number(part) : Number.NaN));
}

function readPoint(text: string): Shape | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = readNumbers(text) ?? [];
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
  return isPosition ? { type: 'Point', coordinates: [longitude, latitude] } : undefined;
}
