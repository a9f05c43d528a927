import { cornersOf, type Shape } from '#shared/geo/Shape.ts';

/** Copies a shape for a map library, which needs mutable arrays. */
export function shapeGeometry(shape: Shape): GeoJSON.Geometry {
  if (shape.type === 'Point') return { type: 'Point', coordinates: [...shape.coordinates] };
  const corners = cornersOf(shape).map((corner) => [...corner]);
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: [corners] }
    : { type: 'LineString', coordinates: corners };
}
