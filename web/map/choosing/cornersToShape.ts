import type { Corner, Shape } from '#shared/geo/Shape.ts';
import type { ChoiceKind } from '#web/kit/places/mapChoice.ts';

/** The shape through the corners; undefined while there are too few. */
export function cornersToShape(kind: ChoiceKind, corners: readonly Corner[]): Shape | undefined {
  const [first] = corners;
  if (!first) return undefined;
  if (kind === 'point') return { type: 'Point', coordinates: first };
  if (kind === 'line') return corners.length < 2 ? undefined : { type: 'LineString', coordinates: corners };
  return corners.length < 3 ? undefined : { type: 'Polygon', coordinates: [[...corners, first]] };
}
