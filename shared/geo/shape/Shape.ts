/** `[longitude, latitude]` in WGS 84 degrees. */
export type Corner = readonly [longitude: number, latitude: number];

/** GeoJSON geometry; a polygon has one closed ring. */
export type Shape =
  | { readonly type: 'Point'; readonly coordinates: Corner }
  | { readonly type: 'LineString'; readonly coordinates: readonly Corner[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly [readonly Corner[]] };

/** In order; of a polygon the first one again at the end. */
export function cornersOf(shape: Shape): readonly Corner[] {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString' ? shape.coordinates : shape.coordinates[0];
}
