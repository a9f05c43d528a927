import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';

/** A degree of latitude and of longitude, with its middle at 42.5° N, 23.5° E. */
export const SQUARE: Shape = {
  type: 'Polygon',
  coordinates: [pairs('23,42 24,42 24,43 23,43 23,42')],
};
